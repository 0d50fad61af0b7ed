# Ekö Companion: `make` lists what can be made.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test bench lint format wheel clean prepare-run prepare-test

BIN := .venv/bin
ARGS ?=
PYTEST_ARGS ?= -n auto --dist loadgroup

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

run: prepare-run ## Run the program: make run ARGS="--help"
	@$(BIN)/eko-companion $(ARGS)

test: lint ## Check style, types and imports, then run the tests
	$(BIN)/pytest $(PYTEST_ARGS)

lint: prepare-test ## Check style, types and imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

format: prepare-test ## Put the code into its standard form
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

bench: prepare-test ## Measure the program's speed and accuracy
	@$(BIN)/python -m eko_companion.measure $(ARGS)

wheel: prepare-test ## Build a wheel into dist/
	$(BIN)/python -m build --wheel

clean: ## Remove what was built and all caches (.venv stays)
	rm -rf dist build .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name .venv -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +

prepare-run:
	@bash .ci/prepare run

prepare-test:
	@bash .ci/prepare test
