# What a contributor runs. It needs make and Python 3.11 or later; the first target that needs more installs it.

.DEFAULT_GOAL := help
.PHONY: help install demo test compiled check format bench docs clean

BIN := .venv/bin
UV = $(if $(wildcard .uv/bin/uv),.uv/bin/uv,uv)
INSTALLED := .venv/.installed

help:  ## List the targets
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  \1@/' | tr '@' '\t' | expand -t 12

install: $(INSTALLED)  ## Install all that the others need, into .venv; each of them does it by itself

demo: $(INSTALLED)  ## Run one statement with three joins over time on made-up data and show how it is planned
	@$(BIN)/dovetail demo

test: check  ## Run the checks, then all tests with their branch coverage
	@$(BIN)/python -m pytest --cov --cov-report=term
	@$(MAKE) --no-print-directory compiled

check: $(INSTALLED)  ## Format, lint, types and the guards of the project's structure; changes nothing
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q tests/test_project.py

compiled: $(INSTALLED)  ## Run the tests of planning with the compiled build of the SQL parser
	@$(UV) run --quiet --no-sync --with sqlglotc python -m pytest -q tests/plan tests/optimizer tests/sql/test_conjuncts.py

format: $(INSTALLED)  ## Format the code and mend what the linter can mend
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

bench: $(INSTALLED)  ## Run the benchmarks: rows per second, side by side with the alternatives
	@$(BIN)/python -m pytest benchmarks -o addopts= -q --benchmark-only --benchmark-columns=median,min,rounds

docs: $(INSTALLED)  ## Run the code of the documentation and check its links
	@$(BIN)/python -m pytest tests/docs

clean:  ## Remove all that the targets made, the installed packages too
	rm -rf .venv .uv .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks .coverage* dist spark-warehouse artifacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# PYTHON may be set by hand; otherwise the first one on PATH that is new enough.
NEW_ENOUGH = -c 'import sys; sys.exit(sys.version_info < (3, 11))'
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python $(NEW_ENOUGH) 2>/dev/null && echo $$python && break; done)

$(INSTALLED): pyproject.toml uv.lock scripts/install.py
	@$(or $(PYTHON),false) $(NEW_ENOUGH) || { echo "Dovetail needs Python 3.11 or later, and there is none on PATH" >&2; exit 1; }
	@$(PYTHON) scripts/install.py
	@touch $@
