# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: test lint docs quality bench clean

test: lint
	$(BIN)/pytest

lint: .venv/ready
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

docs: .venv/ready
	$(BIN)/python -m cogapp -I . -r docs/commands.md docs/api.md

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
