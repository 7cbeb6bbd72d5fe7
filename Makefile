# Everything anybody needs, by name. `make` alone lists it.

HOST ?= 127.0.0.1
PORT ?= 8000
DATA_DIR ?= var
DEMO ?= 1
HTTPS ?= 0
# `make run` speaks plain HTTP, as a hall without a proxy must; behind one, HTTPS=1.
export HOST PORT DATA_DIR DATABASE_URL DEMO HTTPS

# The system's own Python first: Debian builds it with profile-guided optimisation, and one that pyenv
# built needs half as long again for the rules and a tenth for pages (benchmarks/results.md, Tests).
PYTHON ?= $(shell for each in /usr/bin/python3 python3; do \
	$$each -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; echo $$each)
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= auto
POSTGRES ?= postgres://postgres@127.0.0.1:5432/postgres
# Files: test and test-site note in one which statements each test sends, and test-postgres runs the
# fewest tests that send all of them (tests/statements.py).
STATEMENTS ?=

# What Django reads of the catalogues is made where the site is, not kept in git.
CATALOGUES := $(wildcard */locale/*/LC_MESSAGES/django.po)
COMPILED := $(CATALOGUES:.po=.mo)
SITE_READY := $(BIN)/.site $(COMPILED)
TOOLS_READY := $(BIN)/.tools $(COMPILED)

# Where this is set, as in many images, every process compiles every module anew: 10 s of each
# process of pytest and 1 s of each site that a test starts (benchmarks/results.md, Tests).
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run install dev demo publish demo-site backup restore move test test-all test-rules test-site test-browser test-postgres fuzz lives check \
	mutants words numbers looks audit format keep-release package release lock translations pictures chromium browsers clean bench

help: ## List what there is to do
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' \
		| awk -F'\t' '{ printf "  make %-14s %s\n", $$1, $$2 }'

# --- The site ---------------------------------------------------------------------

run: $(SITE_READY) ## Run the site (HOST, PORT, DATA_DIR, DATABASE_URL; DEMO=0 starts bare)
	@$(BIN)/python manage.py serve

# As the account that owns the code: the site itself may not write there.
install: $(SITE_READY) ## Install what the site needs, for a service that starts it itself
	@$(BIN)/python -m compileall -q manage.py crokinole_site leagues scoring

dev: $(TOOLS_READY) ## Run the site for developers: reloads, tracebacks, /_look/
	@DEBUG=1 $(BIN)/python manage.py migrate --verbosity 0
	@DEBUG=1 $(BIN)/python manage.py runserver $(HOST):$(PORT)

demo: $(SITE_READY) ## Load the demo club into an empty site
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py demo

publish: $(SITE_READY) ## Write the public pages as files into FOLDER=…
	@$(BIN)/python manage.py publish $(FOLDER)

# In a folder of data that is made for it and thrown away.
demo-site: $(SITE_READY) ## Publish the demo club into FOLDER=…; DEMO_URL=… links it in the README
	@test -n "$(FOLDER)" || { echo "Where to? make demo-site FOLDER=/tmp/demo"; exit 1; }
	@data=$$(mktemp -d); trap 'rm -rf "$$data"' EXIT; export DATA_DIR="$$data" DATABASE_URL= PUBLISH_URL="$(DEMO_URL)"; \
		$(BIN)/python manage.py migrate --verbosity 0 && $(BIN)/python manage.py demo --verbosity 0 && \
		$(BIN)/python manage.py publish $(FOLDER)
	@test -z "$(DEMO_URL)" || sed -i.bak 's|^<!-- demo-site -->.*|<!-- demo-site -->**[Look around in the demo club]($(DEMO_URL)).**|' README.md && rm -f README.md.bak

backup: $(SITE_READY) ## Back up the club while it runs; prints the file (FILE=… for another place)
	@$(BIN)/python manage.py back_up $(FILE)

restore: $(SITE_READY) ## Restore a backup into an empty place: FILE=… DATA_DIR=…
	@test -n "$(FILE)" || { echo "Which backup? make restore FILE=backup.zip DATA_DIR=/an/empty/folder"; exit 1; }
	@$(BIN)/python manage.py restore $(FILE)

move: $(SITE_READY) ## Move a stopped site from SQLite to an empty PostgreSQL: TO=postgres://…
	@test -n "$(TO)" || { echo "Where to? make move TO=postgres://user:password@host/name"; exit 1; }
	@$(BIN)/python manage.py move_to $(TO)

# --- Tests --------------------------------------------------------------------------

RULES := scoring leagues/pairing leagues/stages docs/rules tests/scoring tests/leagues/pairing tests/leagues/stages
SITE := tests/leagues tests/site tests/faults leagues
PYTEST = $(BIN)/pytest -n $(JOBS) $(if $(MARK),-m "$(MARK)") $(if $(PROFILE),--hypothesis-profile $(PROFILE)) --dist

# Browsers that are missing are fetched meanwhile; test-browser says what went wrong if that fails.
test: $(TOOLS_READY) ## Run the quick tests: every subject in six minutes
	@$(MAKE) --no-print-directory browsers >/dev/null 2>&1 & \
	$(BIN)/pytest -n $(JOBS) -m "not long" --dist worksteal --hypothesis-profile quick $(SITE) tests/scoring scoring docs/rules \
		$(addprefix --note-statements=,$(STATEMENTS)); failed=$$?; wait; exit $$failed
	@$(MAKE) --no-print-directory test-browser MARK="not long"

test-all: test-rules test-site test-browser ## Run every test: long ones, every line of the rules, all browsers

test-rules: $(TOOLS_READY) ## The pure rooms: scoring and pairing, every line and branch
	$(PYTEST) worksteal $(RULES) --cov=scoring --cov=leagues.pairing --cov=leagues.stages --cov-branch --cov-fail-under=100

test-site: $(TOOLS_READY) ## Rows, actions and pages (on DATABASE_URL, else SQLite; MARK)
	$(PYTEST) worksteal $(SITE) $(addprefix --ignore=,$(RULES)) $(addprefix --note-statements=,$(STATEMENTS))

test-browser: $(TOOLS_READY) browsers ## Chromium against a running site; a smoke test in Firefox and WebKit (MARK)
	$(PYTEST) loadgroup tests/browser

# tests/site and tests/faults start sites of their own, which choose their own database.
test-postgres: $(TOOLS_READY) ## Every test that touches the database, on PostgreSQL (STATEMENTS)
	DATABASE_URL=$(POSTGRES) $(PYTEST) worksteal --rows tests/leagues $(addprefix --ignore=,$(RULES)) $(addprefix --send-all-of=,$(STATEMENTS))

fuzz: $(TOOLS_READY) ## Send 50,000 requests of nonsense (FUZZ, SEED; on DATABASE_URL, else SQLite)
	FUZZ=$${FUZZ:-50000} $(BIN)/pytest -n 0 tests/leagues/site/test_fuzz.py

lives: $(TOOLS_READY) ## Run the random tests for long (LIVES, EXAMPLES, KILLS; on DATABASE_URL, else SQLite)
	LIVES=$${LIVES:-200} EXAMPLES=$${EXAMPLES:-100} KILLS=$${KILLS:-20} $(BIN)/pytest -n $(JOBS) --dist worksteal \
		tests/leagues/leagues/test_random_leagues.py tests/faults/test_kill.py tests/faults/test_phones.py \
		$$(grep -rl "tests.examples import" tests)

mutants: $(TOOLS_READY) ## Put small faults into what changed and list those no test notices (FILES, ALL=1)
	$(BIN)/python -m tests.mutants

words: $(TOOLS_READY) ## Count the words that plain English does without: texts, docs, docstrings, names
	@DJANGO_SETTINGS_MODULE=crokinole_site.settings $(BIN)/python -m tests.count_words

numbers: $(TOOLS_READY) ## Count files, lines and statements by layer, and what ten pages run
	@PYTHONPATH=. $(BIN)/python benchmarks/code_size.py

looks: $(TOOLS_READY) chromium ## Measure fifteen kinds of page on a phone: first row, sizes of letters, classes
	@PYTHONPATH=. $(BIN)/python benchmarks/looks.py

# --- The law ------------------------------------------------------------------------

check: $(TOOLS_READY) ## Every linter, type check and contract
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy .
	$(BIN)/lint-imports --no-cache
	$(BIN)/djlint templates --check --lint
	$(BIN)/python manage.py makemigrations --check --dry-run
	HTTPS=1 DEBUG=0 $(BIN)/python -W error manage.py check --deploy --fail-level WARNING
	bash tests/scoring/without_django.sh
	$(BIN)/python -m tests.audit check

# What no bound lets in is listed last: a mended version may be among it.
audit: $(TOOLS_READY) ## Ask for known advisories of what is locked, and keep the answers
	@$(BIN)/python -m tests.audit ask; asked=$$?; $(BIN)/uv pip list --outdated --quiet; exit $$asked

format: $(TOOLS_READY) ## Put code and templates into the house format
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	-$(BIN)/djlint templates --reformat --quiet

bench: $(TOOLS_READY) ## Measure what benchmarks/results.md claims
	@for file in benchmarks/*.py; do echo "== $$file"; PYTHONPATH=. $(BIN)/python $$file || exit 1; done

# --- Upkeep -------------------------------------------------------------------------

keep-release: $(TOOLS_READY) ## Keep a small club as this release stores it, for the tests of updating
	@$(BIN)/python -m tests.releases

package: $(TOOLS_READY) ## Build the wheel in dist/, which holds everything that a site needs
	@$(BIN)/python -m hatchling build --target wheel

release: $(TOOLS_READY) ## Build wheel, source and list of components of a commit that passed, and print its tag
	@$(BIN)/python -m tests.releases.release

lock: $(TOOLS_READY) ## Choose the newest allowed versions anew and lock them
	$(BIN)/uv pip compile pyproject.toml --upgrade --universal --no-strip-extras --generate-hashes --quiet \
		--no-emit-index-url --custom-compile-command "make lock" -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group dev --upgrade -c requirements.lock --universal --no-strip-extras \
		--generate-hashes --quiet --no-emit-index-url --custom-compile-command "make lock" \
		-o requirements-dev.lock
	@$(BIN)/python -m tests.audit locked

translations: $(TOOLS_READY) ## List what has no translation yet (LANGUAGES="de fr")
	@$(BIN)/python manage.py translations $(LANGUAGES)

pictures: $(TOOLS_READY) chromium ## Draw the pictures of docs/ anew from the demo
	@$(BIN)/python -m tests.browser.pictures

chromium: $(BIN)/.tools ## Find a Chromium for the browser's tests, or install one
	@$(BIN)/python -m tests.browser.chromium

browsers: chromium ## Find the browsers of the tests, or install them
	@$(BIN)/python -m tests.browser.smoke.install

clean: ## Remove what make made (never the data)
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis test-results .coverage

# Debian ships Python without venv: as root we add it, otherwise we say what is missing.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Twenties needs Python 3.11 or newer (PYTHON=python3.11 make run)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null \
		|| { [ "$$(id -u)" = 0 ] && apt-get update -q && apt-get install -qy python3-venv; } \
		|| { echo "Python's venv is missing. As root: apt install python3-venv"; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(BIN)/.site: requirements.lock | $(BIN)/python
	@echo "Installing what the site needs …"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(BIN)/.tools: requirements-dev.lock | $(BIN)/python
	@echo "Installing what developers need …"
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@ $(BIN)/.site

$(COMPILED) &: $(CATALOGUES) | $(BIN)/.site
	@$(BIN)/python manage.py compilemessages
	@touch $(COMPILED)
