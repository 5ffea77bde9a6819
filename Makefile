# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin
# Else each process of the tests would compile the same modules again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: test fast full pytest fast-pytest full-pytest lint docs site-docs proofs mutants quality bench fuzz audit lock reader clean

# Both at the same time, and both to their end.
test: .venv/ready
	$(MAKE) --jobs=2 --keep-going lint pytest

# While you work: lint, types and the tests of the files that differ from COMMIT.
COMMIT ?= HEAD
fast: .venv/ready
	$(MAKE) --jobs=2 --keep-going lint fast-pytest

fast-pytest: .venv/ready
	$(BIN)/pytest --quiet -m "not slow" $$($(BIN)/python -m tests.changed $(COMMIT))

# All of it, with the sweeps over every card and the builds of the wheel: what CI runs.
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

# The documentation site, with the commands and the API as they are now.
site-docs: .venv/ready
	$(BIN)/python -m docs.build_site

# After a change of a grammar: prove what is not proved, and write it down.
proofs: .venv/ready
	$(BIN)/python -m tests.cards.proofs

# Break a copy of the code on purpose, again and again: each break must turn a test red.
mutants: .venv/ready
	$(BIN)/python -m tests.mutants

quality: .venv/ready
	$(BIN)/python -m tests.quality.measure --misses
	$(BIN)/python -m tests.quality.unmatched_rules

bench: .venv/ready
	$(BIN)/python -m bench

# What reads cards in a browser, for `rulebook site build --reader`; it takes npm and Node.
READER ?= build/reader
reader: .venv/ready
	$(BIN)/python -m rulebook.card_reader.building $(READER)

# Texts made to break promises, for so many minutes; what is found is kept in .fuzz.
MINUTES ?= 10
fuzz: .venv/fuzz
	$(BIN)/python -m tests.fuzz $(MINUTES)

# Is what the lock file names still there, unharmed, and installed?
audit: .venv/ready
	$(BIN)/python -m tests.supply

# After a change of what pyproject.toml asks for.
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
