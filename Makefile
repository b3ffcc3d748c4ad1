# Every goal first sets up what it needs in .venv; only an edited lock makes that anew.

PYTHON ?= python3
BIN := .venv/bin
SAMPLE := samples/first_factory.json
PHOTO := samples/photos/a_board_1016.jpg
TRAINING := build/training

.PHONY: help demo serve test nightly bench train smoke lock messages golden mutants picture notebook copy clean

help: ## list these goals
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

demo: .venv/installed ## read a photo, draw its workday on it; what can come of a factory; a game; scores from the photo
	mkdir -p build
	$(BIN)/mechanica scan $(PHOTO) --copy samples/copy_a.zip --run --overlay build/overlay.png
	$(BIN)/mechanica show $(SAMPLE)
	$(BIN)/mechanica run $(SAMPLE) --decisions samples/first_decisions.json
	$(BIN)/mechanica outcomes $(SAMPLE)
	$(BIN)/mechanica play Ann=greedy Ben=greedy --seed 1 --quiet
	$(BIN)/mechanica score Ann=$(PHOTO),wallet=12,vault=9 Ben=$(SAMPLE) --copy samples/copy_a.zip --pictures build

serve: .venv/installed build/pyodide/package.json ## run the service on http://127.0.0.1:8000
	$(BIN)/mechanica serve

test: .venv/installed .venv/browser build/pyodide/package.json ## check style and types, and run the tests
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pytest -n auto

nightly: .venv/installed ## run the slow tests too, then the mutants
	$(BIN)/pytest -n auto -m ""
	$(MAKE) mutants

bench: .venv/installed ## measure speed and memory
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.reading
	$(BIN)/python -m benchmarks.service

# Left to itself, glibc hands the memory of every batch back and asks for it again.
train smoke: export MALLOC_MMAP_MAX_ = 0
train smoke: export MALLOC_TRIM_THRESHOLD_ = 17179869184
train smoke: export MALLOC_ARENA_MAX = 1

train: .venv/training ## make the nets of the photo reader again
	$(BIN)/python -m models.training --work $(TRAINING) --out models

smoke: .venv/training ## go through every step of training in two minutes
	rm -rf build/smoke
	$(BIN)/python -m models.training --work build/smoke --smoke

# Python for the browser lets the page work without a connection; where there is no npm, it needs one.
build/pyodide/package.json: service/page/python/package-lock.json
	@mkdir -p build/npm && cp service/page/python/package*.json build/npm/
	@if command -v npm >/dev/null && npm ci --prefix build/npm --ignore-scripts --no-audit --no-fund --silent; then \
	  rm -rf build/pyodide && cp -R build/npm/node_modules/pyodide build/pyodide && touch $@; \
	else echo 'no npm: the page needs the connection for everything'; fi

# Real-browser tests need Chromium; where it can neither be found nor installed, they say so and are skipped.
.venv/browser: .venv/installed
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || \
	  (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core) >/dev/null 2>&1 || \
	  echo 'no Chromium: the tests of the page are skipped'
	@touch $@

# Only training needs PyTorch, so it is neither locked nor installed for anything else.
.venv/training: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check 'torch==2.13.0' 'onnx>=1.17'
	@touch $@

# mutmut does not copy again what changed beside the mutated modules, so each run starts clean.
# It redraws its progress thousands of times: that goes into a file, only the last count is shown.
mutants: .venv/installed ## break the rules one by one and list what no test noticed
	rm -rf mutants && mkdir mutants
	$(BIN)/mutmut run > mutants/run.log || { tr '\r' '\n' < mutants/run.log | tail -n 60; exit 1; }
	@tr '\r' '\n' < mutants/run.log | tail -n 2
	$(BIN)/mutmut results

messages: .venv/installed ## collect the sentences for players and compile their translations
	$(BIN)/python -m tools.messages

golden: .venv/installed ## play the golden games again and write their records
	$(BIN)/python -m tools.golden

picture: .venv/installed ## draw the picture of the README again
	$(BIN)/python -m tools.picture

copy: .venv/installed ## draw the built-in copy of the game again, when its artwork has changed
	$(BIN)/python -m tools.demo_copy

notebook: .venv/installed ## run the notebook among the samples and store what it shows
	$(BIN)/python -m tools.notebook

# Run with the oldest Python supported; LOCKFLAGS=--upgrade takes the newest releases.
lock: .venv/installed ## pin what pyproject.toml asks for
	CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/pip-compile --quiet $(LOCKFLAGS) -o requirements.lock pyproject.toml

clean: ## remove all that these goals made
	rm -rf .venv mutants build dist *.egg-info mechanica_core/build mechanica_core/*.egg-info
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The lock is whole, so pip need not look for more: --no-deps leaves out what libcst names for
# Python 3.13 alone (a YAML parser) and nothing here uses.
.venv/locked: requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Mechanica needs Python 3.11 or newer: name one, as in make PYTHON=python3.12' >&2; exit 1; }
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
	  -r requirements.lock
	@touch $@

# Built with the locked setuptools, not with whatever is newest.
.venv/installed: .venv/locked pyproject.toml
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@
