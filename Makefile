# Two commands do everything: make play, make test.
PYTHON ?= python3
BIN := .venv/bin
# The second constraint is for what a build needs; pip before 25.3 takes the first one for that.
PINNED := PIP_CONSTRAINT=$(CURDIR)/constraints.txt PIP_BUILD_CONSTRAINT=$(CURDIR)/constraints.txt
INSTALL := $(PINNED) $(BIN)/python -m pip install --quiet --disable-pip-version-check
EXTRAS := postgres,ray,research,openspiel,data,train
PYTHON_FILES := src tests docs/hooks.py docs/doctest_blocks.py hatch_build.py

.PHONY: play quick test coverage docs web check bench mutants format golden pictures clean
play: .venv/played
	@$(BIN)/ulpia serve

test: .venv/ready web checks
	@$(BIN)/pytest -n auto --durations=25

# For every edit: format, types, contracts, rules, a tenth of the laws. About a minute of CPU time once all is compiled.
QUICK := tests/games/*/rules tests/games/*/golden tests/games/test_flow.py tests/laws tests/games/*/laws
quick: .venv/ready checks
	@ULPIA_TESTS=quick $(BIN)/pytest --durations=5 $(QUICK)

.PHONY: checks
checks: .venv/ready
	@$(BIN)/ruff format --check $(PYTHON_FILES)
	@$(BIN)/ruff check $(PYTHON_FILES)
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# Lines that the tests reach. Compiled rules cannot be traced, so tests of the rules run interpreted.
coverage: .venv/ready
	@rm -f .coverage .coverage.*
	@$(BIN)/pytest -n auto --cov --cov-report= --ignore=tests/games --ignore=tests/laws --ignore=tests/browser
	@ULPIA_INTERPRETED=1 $(BIN)/pytest -n auto --cov --cov-append --cov-report= tests/games/trajan/rules tests/games/forum_trajanum/rules tests/games/*.py
	@$(BIN)/coverage report --skip-covered --sort=cover

# Build the documentation site into site/.
docs: .venv/ready
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Open site/index.html; for search, run: $(BIN)/python -m http.server -d site"

# Checks of the browser client: format, lint, types, unit tests. They need Node; everything else works without it.
web:
ifeq ($(shell command -v npm),)
	@echo "Node is not installed: client checks skipped"
else
	@$(MAKE) -s node_modules/ready
	@npm run --silent check
endif

# Random games by the hundred thousand with every invariant tested after every decision.
check: .venv/ready
	@$(BIN)/ulpia check trajan --games 1000000
	@$(BIN)/ulpia check forum_trajanum --games 500000

# How fast the rules are here, beside another simulator of a modern board game.
bench: .venv/ready
	@$(INSTALL) -e '.[bench]'
	@$(BIN)/ulpia bench trajan --against catanatron
	@$(BIN)/ulpia bench forum_trajanum --against catanatron

# 300 random changes of the code, one at a time: tests must notice 95 of 100. About half an hour of CPU time.
mutants: .venv/ready
	@$(BIN)/python -m tests.mutants --seed 1 --count 300

format: .venv/ready
	@$(BIN)/ruff format $(PYTHON_FILES)
	@$(BIN)/ruff check --fix $(PYTHON_FILES)
ifneq ($(shell command -v npm),)
	@$(MAKE) -s node_modules/ready
	@npm run --silent format
endif

# Rewrite the golden games; read the diff before committing it.
golden: .venv/ready
	@$(BIN)/python -m tests.games.trajan.golden.write
	@$(BIN)/python -m tests.games.forum_trajanum.golden.write

# Take the pictures of docs/pictures with a real browser; look at every one before committing it.
pictures: .venv/ready
	@$(BIN)/python -m tests.browser.pictures

clean:
	rm -rf .venv node_modules site

.venv/bin/python:
	@$(PYTHON) -m venv .venv

.venv/played: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv (once) ..."
	@$(INSTALL) -e '.[table]'
	@touch $@

# The pip that comes with Python 3.11 does not know dependency groups; the pinned one does.
.venv/ready: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv for development (once) ..."
	@$(INSTALL) --upgrade pip
	@$(INSTALL) -e '.[$(EXTRAS)]' --group dev
	@$(INSTALL) -e examples/scalae
	@touch $@ .venv/played

node_modules/ready: package.json
	@echo "Setting up node_modules for the client checks (once) ..."
	@npm install --silent
	@touch $@
