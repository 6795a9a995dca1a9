# Everything a developer types. `make` alone lists it.
#
# The virtual environment is .venv; what is installed in it is noted by stamp files, so a second run is quick.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory
unexport PYTHONDONTWRITEBYTECODE # rewriting the tests' assertions anew costs each worker a quarter of a minute

PYTHON ?= python3
GAMES ?= $(notdir $(patsubst %/rules.md,%,$(wildcard src/wardround/games/*/rules.md)))
# Tests in a browser wait a quarter of their time: one more can go on meanwhile.
WORKERS ?= 2
BROWSERS ?= 3
BROWSER_HOST ?=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
WEB := cd web &&
ENGINE := src/wardround/examples tests/core tests/games tests/rules tests/testing
QUICK := not browser and not wheel and not slow and not long and not speed
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-package wardround --custom-compile-command "make lock"

.PHONY: help
help: ## list what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

# --- environments -----------------------------------------------------------------------------------------------

.venv/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "wardround needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	@touch $@

.venv/.base: requirements/base.txt requirements/build.txt .venv/.created
	$(PIP) --require-hashes -r requirements/base.txt -r requirements/build.txt
	@touch $@

.venv/.project: pyproject.toml setup.py .venv/.base
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.dev: requirements/dev.txt .venv/.project
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

.PHONY: install
install: .venv/.dev ## the virtual environment with everything a developer needs

.PHONY: system
system:
	@PYTHON=$(PYTHON) scripts/system_packages.sh

.PHONY: modules
modules:
	@scripts/build_client.sh --modules

.PHONY: client
client: ## build the browser client if its sources changed
	@$(PYTHON) scripts/client_hash.py --check 2>/dev/null || scripts/build_client.sh

# --- playing ----------------------------------------------------------------------------------------------------

.PHONY: play
play: .venv/.project client ## install what is missing and open the table in the browser
	$(BIN)/wardround serve --open

# --- checking ---------------------------------------------------------------------------------------------------

.PHONY: format
format: .venv/.dev modules ## put every file into its format
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format
	$(WEB) npm run format

.PHONY: lint
lint: .venv/.dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check

.PHONY: types
types: .venv/.dev
	$(BIN)/mypy

.PHONY: imports
imports: .venv/.dev
	$(BIN)/lint-imports --cache-dir .cache/import-linter

.PHONY: check
check: lint types imports ## fast feedback, two minutes: format, lint, types, imports, core and clauses
	$(BIN)/pytest -q -n $(WORKERS) -m "$(QUICK)" tests/core tests/rules

.PHONY: unit
unit: .venv/.dev client
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m "$(QUICK)"

# Apart from make test, since tracing takes twice as long as the tests.
.PHONY: coverage
coverage: .venv/.dev client ## which lines and branches do the quick tests reach? (fails under 94 %)
	rm -f .coverage .coverage.*
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m "$(QUICK)" $(ENGINE) --cov --cov-report= --cov-fail-under=0
	UNTRACED='*/wardround' $(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m "$(QUICK)" tests \
		$(ENGINE:%=--ignore=%) --cov --cov-append --cov-report=term

.PHONY: long
long: system .venv/.dev client ## runs of minutes, apart from make test: statistics, whole games in a browser
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile -m long

build/.mutants: requirements/mutants.txt
	$(PYTHON) -m venv build/mutants-env
	build/mutants-env/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/mutants.txt
	@touch $@

# The mutants of one package: a game, or core. ARGS=--again tries only those that lived the last time.
.PHONY: mutants
mutants: build/.mutants ## change the rules a little, many times: do tests notice? (GAME=clinic or GAME=core)
	@test -n "$(GAME)" || { echo "say which: make mutants GAME=clinic, or GAME=core" >&2; exit 2; }
	build/mutants-env/bin/python scripts/mutants.py $(GAME) --jobs $(WORKERS) $(ARGS)

build/.learning: requirements/learning.txt
	$(PYTHON) -m venv build/learning-env
	build/learning-env/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/learning.txt
	@touch $@

# In an environment of its own: JAX and what it needs take most of a gigabyte.
.PHONY: learning
learning: build/.learning ## run what learns: wardround train, examples/ppo.py, OpenSpiel's DQN, for a few steps
	PYTHONPATH=src build/learning-env/bin/python -m pytest -q -W default tests/examples \
		tests/lab/test_training.py tests/bots/test_trained.py

build/.cluster: requirements/dev.txt requirements/ray.txt
	$(PYTHON) -m venv build/cluster-env
	build/cluster-env/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes \
		-r requirements/dev.txt -r requirements/ray.txt
	@touch $@

.PHONY: cluster
cluster: build/.cluster ## play on a local Ray cluster: the same bytes as one process
	PYTHONPATH=src build/cluster-env/bin/python -m pytest -q tests/lab/test_cluster.py

.PHONY: clauses
clauses: .venv/.project
	@for game in $(GAMES); do \
		missing=$$($(BIN)/wardround clauses $$game --missing || true); \
		if [ -n "$$missing" ]; then printf '%s: clauses without a test:\n%s\n' "$$game" "$$missing" >&2; exit 1; fi; \
	done

.PHONY: web
web: modules
	$(WEB) npm run check
	$(WEB) npm run lint
	$(WEB) npm test

# BROWSER_HOST=wardround.test plays everything as if from another computer; without it a part of the tests does.
.PHONY: browser
browser: system .venv/.dev client modules
	WARDROUND_BROWSER_HOST=$(BROWSER_HOST) $(BIN)/pytest -q -n $(BROWSERS) --dist loadfile -m "browser and not long" tests/browser tests/lab

.PHONY: packaging
packaging: system .venv/.dev client
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile -m wheel

# Not traced: that would take three times as long. In one run, so that one processor plays while the other compiles.
.PHONY: slow
slow: system .venv/.dev client ## whole games in every configuration, and the wheel, plain and compiled
	$(BIN)/pytest -q -n $(WORKERS) --dist loadfile -m "(slow or wheel or speed) and not long and not browser"

.PHONY: same-bytes
same-bytes: client ## simulate on every Python found, plain and compiled, and compare the bytes
	scripts/same_bytes.sh

.PHONY: sources client-sources
sources:
	$(MAKE) lint types imports
client-sources:
	$(MAKE) web client

.PHONY: test
test: ## everything, as CI runs it
	$(MAKE) system
	$(MAKE) --jobs 2 --output-sync=target sources client-sources
	$(MAKE) unit
	$(MAKE) clauses
	$(MAKE) browser
	$(MAKE) slow

# --- making -----------------------------------------------------------------------------------------------------

.PHONY: wheel
wheel: .venv/.project client ## build the wheel into dist/, compiled where there is a C compiler
	$(BIN)/python scripts/build_wheel.py

.PHONY: sdist
sdist: .venv/.project client ## build the source distribution into dist/, with client, docs and tests
	$(BIN)/python scripts/build_wheel.py --sdist

build/.docs: requirements/docs.txt
	$(PYTHON) -m venv build/docs-env
	build/docs-env/bin/python -m pip --disable-pip-version-check install --quiet --require-hashes -r requirements/docs.txt
	@touch $@

.PHONY: docs
docs: build/.docs ## build the documentation site into build/docs; a link that leads nowhere ends it
	NO_MKDOCS_2_WARNING=1 build/docs-env/bin/mkdocs build --strict

.PHONY: view-types
view-types: .venv/.dev modules ## play the games and write down what their views hold, for the client's types
	$(BIN)/python -m wardround.testing.views
	$(WEB) npm run types

.PHONY: observations
observations: .venv/.project ## write down what the numbers of observations mean (docs/observations)
	$(BIN)/python -m wardround.testing.observations docs/observations

.PHONY: blocked
blocked: .venv/.project ## play the games behind Pyrrameds' shares of blocked games (an hour or two)
	$(BIN)/python scripts/blocked_games.py --jobs $(WORKERS)

.PHONY: balance-reports
balance-reports: .venv/.project ## play the games behind docs/balance and write its pages (hours; goes on where it was stopped)
	JOBS=$(WORKERS) scripts/balance_reports.sh $(ARGS)

.PHONY: table-figures
table-figures: .venv/.project client ## measure the tables in a browser: what fits, what a choice sends and takes
	$(BIN)/python scripts/table_figures.py $(ARGS)

.PHONY: growth
growth: .venv/.project ## measure how the cost of a decision grows, and draw it into docs/pictures
	$(BIN)/python scripts/growth.py

.PHONY: lock
lock: ## resolve the Python locks anew (UPGRADE=1 takes newer versions)
	@test -x $(BIN)/uv || $(MAKE) .venv/.created
	@test -x $(BIN)/uv || $(PIP) uv
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml --extra postgres --extra notify -o requirements/base.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) requirements/build.in -c requirements/base.txt -o requirements/build.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/build.in --extra postgres --extra notify --extra dev \
		-c requirements/base.txt -c requirements/build.txt -o requirements/dev.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml --extra lab -c requirements/dev.txt -o requirements/lab.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml --extra ray -c requirements/dev.txt -o requirements/ray.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) requirements/docs.in -c requirements/dev.txt -o requirements/docs.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) requirements/peers.in -o src/wardround/lab/peers.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/learning.in --extra train --extra openspiel \
		-c requirements/dev.txt -o requirements/learning.txt
	$(LOCK) $(if $(UPGRADE),--upgrade) pyproject.toml requirements/build.in requirements/mutants.in --extra postgres \
		--extra notify --extra dev -c requirements/base.txt -c requirements/build.txt -c requirements/dev.txt -o requirements/mutants.txt

.PHONY: clean
clean: ## remove everything that was made, the virtual environment too
	rm -rf .venv .cache build dist htmlcov .coverage .coverage.* test-results
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis src/*.egg-info
	rm -rf src/wardround/server/static web/node_modules web/coverage web/dist
	find src tests scripts -name __pycache__ -type d -exec rm -rf {} +
