# Each target first installs what it needs. It is quick if nothing has changed.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin

.PHONY: run check quick test test-all lint lint-javascript types format format-javascript schema screenshots licences lock bench dist sbom audit clean

# With exec, the server is make's own child, so that stopping make stops the server.
run: $(VENV)/.service
	@PORT=$(PORT) exec $(BIN)/python -m utilitysvc serve

# The tests that start no server, which find most mistakes in half a minute. Run `make test` before you hand in a change.
# Lint and types run beside them, in the time in which pytest itself starts on one processor.
check: $(VENV)/.dev
	@$(MAKE) --no-print-directory -j3 lint types quick

quick: $(VENV)/.dev
	$(BIN)/pytest -n auto $(DISTRIBUTED) -m 'not slow'

test: lint types
	$(PYTEST) -m 'not environments'

# And those that need environments of their own, npm, a second browser or a second server: before a release, and in CI.
test-all: test
	$(PYTEST) -m environments

# Three processes for two cores, because some of the slow tests wait: for a browser, a server or a deadline.
PYTEST = $(BIN)/pytest -n $$($(BIN)/python -c 'import os; print(os.cpu_count() * 3 // 2)') $(DISTRIBUTED)
# Tests of one file stay in one process as far as possible, because each process that runs some of them starts a server.
DISTRIBUTED := --dist worksteal

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory lint-javascript; \
		else echo 'The console JavaScript is not checked, because npm is not here'; fi

lint-javascript: $(VENV)/.javascript
	@[ ! -e $< ] || { set -x; $(BIOME) check --error-on-warnings $(BIOME_SETTINGS) && \
		$(VENV)/javascript/node_modules/.bin/tsc --project $(JAVASCRIPT); }

# What checks and formats the console's JavaScript (tests/console/javascript).
JAVASCRIPT := tests/console/javascript
BIOME := $(VENV)/javascript/node_modules/.bin/biome
BIOME_SETTINGS := --config-path=$(JAVASCRIPT)/biome-settings.json .

types: $(VENV)/.dev
	$(BIN)/mypy

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory format-javascript; fi

format-javascript: $(VENV)/.javascript
	@[ ! -e $< ] || { set -x; $(BIOME) check --write $(BIOME_SETTINGS); }

# Rewrites the agreed OpenAPI description, after an intended change of parameters or answers.
schema: $(VENV)/.dev
	$(BIN)/python -m tests.description.agreed_schema

# Retakes the screenshots in docs/, in a real browser.
screenshots: $(VENV)/.dev
	$(BIN)/python -m tests.browser.screenshots

# Rewrites the pinned requirement files from pyproject.toml, for every supported Python.
lock: $(VENV)/.dev
	$(BIN)/uv pip compile pyproject.toml $(LOCK) --extra service --extra update -o requirements.txt
	$(BIN)/uv pip compile pyproject.toml $(LOCK) --extra service --extra update --group dev -c requirements.txt -o requirements-dev.txt
	$(BIN)/uv pip compile $(LOCK) --group release -o requirements-release.txt
LOCK := --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-package utilitysvc-geodata --custom-compile-command "make lock"

# Measures every figure of docs/performance.md in one run; SAVE=1 writes them there.
bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks $(if $(SAVE),--save)

# Builds both distributions for publishing: the service as source and wheel, the databases only as a wheel, because their
# source is this repository.
dist: .venv-release/.done
	rm -rf dist build *.egg-info
	.venv-release/bin/python -m build --outdir dist .
	.venv-release/bin/python -m build --wheel --outdir dist geodata
	.venv-release/bin/twine check --strict dist/*

# Writes the list of the image's Python packages as CycloneDX, for programs that check vulnerabilities and licences.
sbom: .venv-release/.done
	@mkdir -p dist
	rm -rf .venv-image
	$(PYTHON) -m venv --without-pip .venv-image
	$(SBOM_PIP) install --quiet --require-hashes -r requirements.txt
	$(SBOM_PIP) uninstall --quiet --yes -r deploy/unused-packages.txt
	.venv-release/bin/cyclonedx-py environment .venv-image --pyproject pyproject.toml --mc-type application \
		--output-reproducible --validate --output-file dist/utilitysvc.cdx.json
SBOM_PIP := .venv-release/bin/python -m pip --python .venv-image --disable-pip-version-check

# Lists the pinned packages that have known vulnerabilities. The database of vulnerabilities is on the Internet. If it
# cannot be reached, this says so and succeeds.
audit: .venv-release/.done
	.venv-release/bin/python deploy/audit.py

# Rewrites docs/licences.md, after a change of the packages that are shipped.
licences: $(VENV)/.dev
	$(BIN)/python -m tests.reuse.licences

.venv-%/.done: requirements-%.txt
	$(PYTHON) -m venv .venv-$*
	.venv-$*/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# An unfinished virtual environment is removed, because the next run would take it for a finished one.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'utilitysvc needs Python 3.11 or newer. $(PYTHON) is: '"$$($(PYTHON) --version 2>&1)" >&2; \
		echo 'Name another one: make $(MAKECMDGOALS) PYTHON=python3.13' >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo '$(PYTHON) has no module to make a virtual environment with.' >&2; \
		echo 'Debian and Ubuntu have it in a package: apt-get install python3-venv' >&2; exit 1; }
	@echo 'Making a virtual environment in $(VENV)'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); \
		echo 'No virtual environment could be made; $(PYTHON) says why above. What it had begun is removed.' >&2; exit 1; }

# The interpreter is not an order-only prerequisite: if it is newer, the packages are installed again for it.
$(VENV)/.service: requirements.txt $(BIN)/python
	$(call install,$<,half a minute)
	@touch $@

$(VENV)/.javascript: $(JAVASCRIPT)/package-lock.json $(BIN)/python
	@mkdir -p $(VENV)/javascript
	@cp $(JAVASCRIPT)/package.json $(JAVASCRIPT)/package-lock.json $(VENV)/javascript
	@if (cd $(VENV)/javascript && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 --silent); then touch $@; \
		else rm -f $@; echo 'The console JavaScript is not checked, because npm installed nothing: can it reach a registry?'; fi

$(VENV)/.dev: requirements-dev.txt $(BIN)/python
	$(call install,$<,two minutes)
	@touch $@ $(VENV)/.service

define install
@echo 'Installing $(1) into $(VENV); the first time this takes some $(2)'
@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(1) || { \
	echo 'The packages could not be installed; what pip says of it stands above.' >&2; \
	echo 'If pip reached no package index, check the network, and HTTPS_PROXY or PIP_INDEX_URL where you use them.' >&2; \
	echo 'Then run make $(MAKECMDGOALS) again: it goes on from here.' >&2; exit 1; }
endef

clean:
	rm -rf $(VENV) .venv-release .venv-image .venv-clients build dist *.egg-info
