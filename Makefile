# Everything runs in .venv, which is created on first use.
PYTHON ?= python3
BIN := .venv/bin
# Otherwise each test process would compile the same modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: test fast full pytest fast-pytest full-pytest lint docs site-docs proofs mutants quality bench fuzz audit lock reader clean

# Lint and tests run at the same time; if one fails, the other still finishes.
test: .venv/ready
	$(MAKE) --jobs=2 --keep-going lint pytest

# While you work: lint, types, and the tests of files that differ from COMMIT.
COMMIT ?= HEAD
fast: .venv/ready
	$(MAKE) --jobs=2 --keep-going lint fast-pytest

fast-pytest: .venv/ready
	$(BIN)/pytest --quiet -m "not slow" $$($(BIN)/python -m tests.changed $(COMMIT))

# What CI runs: all tests, including those of every real card and of the wheel.
full: .venv/ready
	$(MAKE) --jobs=2 --keep-going lint full-pytest

PYTEST := $(BIN)/pytest --numprocesses=auto --maxprocesses=8 --dist=worksteal
pytest: .venv/ready
	$(PYTEST) -m "not slow"

full-pytest: .venv/ready
	$(PYTEST)

lint: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: .venv/ready
	$(BIN)/python -m cogapp -I . -r docs/*.md

# The documentation site, generated from the current commands and API.
site-docs: .venv/ready
	$(BIN)/python -m docs.build_site

# After a grammar change: prove that the changed grammar is unambiguous, and record the proofs.
proofs: .venv/ready
	$(BIN)/python -m tests.cards.proofs

# Mutation tests: break a copy of the code on purpose; each break must make a test fail.
mutants: .venv/ready
	$(BIN)/python -m tests.mutants

quality: .venv/ready
	$(BIN)/python -m tests.quality.measure --misses
	$(BIN)/python -m tests.quality.unmatched_rules

bench: .venv/ready
	$(BIN)/python -m bench

# The card reader that runs in a browser, for `rulebook site build --reader`; needs npm and Node.
READER ?= build/reader
reader: .venv/ready
	$(BIN)/python -m rulebook.card_reader.building $(READER)

# Fuzz tests for MINUTES minutes; failing inputs are stored in .fuzz.
MINUTES ?= 10
fuzz: .venv/fuzz
	$(BIN)/python -m tests.fuzz $(MINUTES)

# Check that the locked packages are still available, unchanged and installed.
audit: .venv/ready
	$(BIN)/python -m tests.supply

# After a change of the dependencies in pyproject.toml.
lock: .venv/ready
	$(BIN)/pip install --quiet 'uv>=0.8'
	$(BIN)/python -m tests.supply lock

.venv/ready: pyproject.toml requirements/dev.lock
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --require-hashes --requirement requirements/dev.lock
	$(BIN)/pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

.venv/fuzz: .venv/ready requirements/fuzz.lock
	$(BIN)/pip install --quiet --require-hashes --requirement requirements/fuzz.lock
	touch $@

clean:
	rm -rf .venv dist build *.egg-info
