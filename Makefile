# make demo   installs into .venv and runs the main job: the contract kit judges our MCP server on the simulator
# make test   everything that must hold: tests, lint, types
# make check  lint and types only          make bench  the measurements of the README, as tables
# make bench-large   search in up to 100,000 documents (seven gigabytes in the temporary folder while it lasts)
# make corpus the packaged repositories made anew from their seed

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# A released server build by other people, in an environment of its own: the kit and the simulator have to serve it too.
PUBLISHED := .venv-published
PUBLISHED_BUILD := laserfiche-mcp==2.6.2
# The official JavaScript clients, for the test that drives all their methods.
CLIENTS := .npm-clients
CLIENT_PACKAGES := @laserfiche/lf-repository-api-client@1.1.12 @laserfiche/lf-repository-api-client-v2@1.3.0
# The protocol's own conformance suite and inspector, with the Node that they need, for the tests of the MCP server.
PROTOCOL := .npm-protocol
PROTOCOL_PACKAGES := node@22.23.3 @modelcontextprotocol/conformance@0.1.16 @modelcontextprotocol/inspector@2.12.0
PIP := -m pip install --quiet --disable-pip-version-check

.PHONY: demo test check bench bench-large corpus clean
.DEFAULT_GOAL := demo

demo: $(VENV)/.installed
	@mkdir -p reports
	@PATH="$(CURDIR)/$(BIN):$$PATH" lf-contracts run --junit reports/contract.xml --json reports/contract.json -- lf-mcp

test: $(VENV)/.installed-test $(PUBLISHED)/.installed $(CLIENTS)/.installed $(PROTOCOL)/.installed check
	$(BIN)/pytest -n auto

check: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed-test
	$(BIN)/python tests/bench

bench-large: $(VENV)/.installed-test
	LF_BENCH_DOCUMENTS=1000,10000,100000 $(BIN)/python tests/bench/searching.py

corpus: $(VENV)/.installed-test
	$(BIN)/python -m lf_fixtures

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is older than Python 3.11: say which one to use with make PYTHON=python3.12 …" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python $(PIP) -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python $(PIP) -e '.[test]'
	@touch $@ $(VENV)/.installed

# Without a package index the tests that need this build say so and skip (not in CI: there they fail).
$(PUBLISHED)/.installed: Makefile
	@$(PYTHON) -m venv $(PUBLISHED) && $(PUBLISHED)/bin/python $(PIP) '$(PUBLISHED_BUILD)' && touch $@ \
	  || echo "$(PUBLISHED_BUILD) could not be installed; the tests that need it will skip" >&2

# The same without npm or its registry.
$(CLIENTS)/.installed: Makefile
	@mkdir -p $(CLIENTS) && npm install --silent --no-audit --no-fund --no-save --no-package-lock --ignore-scripts \
	  --prefix $(CLIENTS) $(CLIENT_PACKAGES) && touch $@ \
	  || echo "the official JavaScript clients could not be installed; the test that needs them will skip" >&2

$(PROTOCOL)/.installed: Makefile
	@mkdir -p $(PROTOCOL) && npm install --silent --no-audit --no-fund --no-save --no-package-lock \
	  --prefix $(PROTOCOL) $(PROTOCOL_PACKAGES) && touch $@ \
	  || echo "the conformance suite could not be installed; the tests that need it will skip" >&2

clean:
	rm -rf $(VENV) $(PUBLISHED) $(CLIENTS) $(PROTOCOL) reports dist .pytest_cache .mypy_cache .ruff_cache
