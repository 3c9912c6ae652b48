# Everything is done from here; each target sets up what it needs and is quick when nothing has changed.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run check test lint types format schema screenshots lock bench clean

run: $(VENV)/.service
	PORT=$(PORT) exec $(BIN)/gunicorn

# In half a minute what most mistakes trip over; `make test` before a change is handed in.
check: lint types
	$(BIN)/pytest -n auto -m 'not slow'

test: lint types
	$(BIN)/pytest -n auto

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.dev
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# Writes the agreed OpenAPI description anew, after a change of parameters or answers that is meant.
schema: $(VENV)/.dev
	$(BIN)/python -m tests.description.agreed_schema

# Takes the pictures of docs/ anew, in a real browser.
screenshots: $(VENV)/.dev
	$(BIN)/python -m tests.browser.screenshots

# Pins both requirement files anew from pyproject.toml, for every supported Python.
lock: $(VENV)/.dev
	$(BIN)/uv pip compile pyproject.toml $(LOCK) --extra service -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml $(LOCK) --extra service --group dev -c requirements.txt -o requirements-dev.txt
	$(BIN)/uv pip compile pyproject.toml $(LOCK) --extra service --group bench -c requirements.txt -o requirements-bench.txt
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --custom-compile-command "make lock"

# Every figure of docs/performance.md in one run; SAVE=1 writes them there.
bench: .venv-bench/.done
	.venv-bench/bin/python -m benchmarks $(if $(SAVE),--save)

.venv-bench/.done: requirements-bench.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.txt
	@touch $@

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.service: requirements.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/.service

clean:
	rm -rf $(VENV) .venv-bench .venv-clients build dist *.egg-info
