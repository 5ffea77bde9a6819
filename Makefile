# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: test pytest lint docs proofs mutants quality bench clean

# Both at the same time, and both to their end.
test: .venv/ready
	$(MAKE) --jobs=2 --keep-going lint pytest

pytest: .venv/ready
	$(BIN)/pytest --numprocesses=auto --maxprocesses=8 --dist=worksteal

lint: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: .venv/ready
	$(BIN)/python -m cogapp -I . -r docs/commands.md docs/api.md docs/findings.md docs/findings.ja.md

# After a change of a grammar: prove what is not proved, and write it down.
proofs: .venv/ready
	$(BIN)/python -m tests.cards.proofs

# Break a copy of the code on purpose, again and again: each break must turn a test red.
mutants: .venv/ready
	$(BIN)/python -m tests.mutants

quality: .venv/ready
	$(BIN)/python -m tests.quality.measure --misses

bench: .venv/ready
	$(BIN)/python -m bench

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[test]'
	touch $@

clean:
	rm -rf .venv dist build *.egg-info
