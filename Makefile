# Everything a contributor runs. Each target installs what it needs the first time
# and does nothing twice; `make help` lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve site properdocs wheels release offline test test-browsers soak mutants fuzz strategy arena reviewed puzzles measure lint format messages notices translations bench lighthouse lock clean

SCRIPTS := build_scripts/taroky_build
PY := .venv/bin/python
# What gettext reads, compiled from text files; all that runs Python needs them.
MESSAGES := engine/taroky/messages tutorials/taroky_tutorials/messages
CATALOGUES := $(patsubst %.po,%.mo,$(foreach folder,$(MESSAGES),$(wildcard $(folder)/*.po)))
ADDRESS ?= 127.0.0.1:8000
LANGUAGES ?= en
GENERATOR ?= mkdocs
# What differs between a site made by MkDocs and one by ProperDocs.
NAMED := - <meta name="generator" content="mkdocs-[^"]*">\n\+ <meta name="generator" content="mkdocs-ProperDocs [^"]*">

export PATH := $(CURDIR)/.venv/bin:$(PATH)
# Bytecode goes aside: beside the sources it would wake the live reload. It is written even where the
# machine says not to: each of the many processes would compile all modules anew, for more than a second.
export PYTHONPYCACHEPREFIX := $(CURDIR)/.cache/pycache
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Material's notice about MkDocs 2, which we do not use.
export NO_MKDOCS_2_WARNING := 1

help:  ## print this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-13s %s\n", $$1, $$2}'

serve: $(CATALOGUES) node_modules/.site  ## build the site, show it on http://127.0.0.1:8000/, rebuild on every change (LANGUAGES="en cs" adds Czech at /cs/)
	@echo "The site will be at http://$(ADDRESS)/ (Ctrl-C ends it)."
	TAROKY_LANGUAGES="$(LANGUAGES)" $(PY) -m $(GENERATOR) serve --dirty --config-file mkdocs.yml --dev-addr $(ADDRESS)

site: $(CATALOGUES) node_modules/.site  ## build the site into site/ (GENERATOR=properdocs: with the successor of MkDocs)
	$(PY) -m $(GENERATOR) build --clean --config-file mkdocs.yml

properdocs: site  ## also build the site with ProperDocs and show the differences; only the generator's name may differ
	$(PY) -m properdocs build --clean --config-file mkdocs.yml --site-dir .cache/properdocs
	$(PY) -m taroky_devtools.site_differences site .cache/properdocs --meant '$(NAMED)'

wheels: $(CATALOGUES) node_modules/.site  ## build the packages a club installs, in dist/: pip install dist/*.whl
	$(PY) -m taroky_build.site_build.prebuilt
	rm -f dist/*.whl
	$(PY) -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist ./engine ./tutorials ./build_scripts
	rm -rf $(SCRIPTS)/prebuilt

release: wheels  ## make the files of a release, into dist/: the wheels, what a club begins with, in a zip with them, and checksums
	$(PY) -m taroky_devtools.release dist

offline: site  ## build the offline copies in dist/: taroky-offline.zip to unpack, taroky.html in one file
	$(PY) -m taroky_build.offline.downloads $(ARGS)

test: $(CATALOGUES) node_modules/.installed .cache/browser.installed  ## run all tests, in Python and in Chromium, and one journey in Firefox and WebKit (ARGS="tests/engine -k calling")
	$(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

test-browsers: $(CATALOGUES) node_modules/.installed .cache/browser.installed  ## run all browser tests in Chromium, Firefox and WebKit (ARGS="--engine firefox")
	$(PY) -m pytest -n auto --dist loadfile --no-loadscope-reorder tests/browser $(or $(ARGS),--all-engines)

soak: $(CATALOGUES) .venv/.installed  ## play 10,000 random hands of every rule set; none may fail (ARGS="--hands 1000 --rules heun")
	@$(PY) tests/engine/soak.py $(ARGS)

mutants: $(CATALOGUES) .venv/.installed  ## test the tests by mutating the engine, one place at a time (ARGS="paying --show")
	@$(PY) -m taroky_devtools.mutants $(ARGS)

fuzz: $(CATALOGUES) .venv/.installed  ## change tables and links at random, 10,000 of each; none may fail (ARGS="--seed 2")
	@$(PY) tests/engine/mutated_tables.py $(ARGS)
	@$(PY) tests/tutorials/mutated_links.py $(ARGS)

arena: $(CATALOGUES) .venv/.installed  ## let each level of player play the same cards as the level below, and save how much better it is (ARGS="--rules heun --levels club --deals 50")
	@$(PY) -m taroky_devtools.strategy.arena $(ARGS)

strategy: $(CATALOGUES) .venv/.installed  ## run the simulations of the strategy pages and save their figures, half an hour for all (ARGS="lead memory")
	@$(PY) -m taroky_devtools.strategy $(ARGS)

reviewed: $(CATALOGUES) .venv/.installed  ## review the hands of the page "Hands reviewed" again and save the results
	@$(PY) -m taroky_devtools.strategy.reviewed

puzzles: $(CATALOGUES) .venv/.installed  ## look for puzzles in hands of club players and add them to docs/assets/puzzles (ARGS="hlucin --deals 100 --seed 2", "hlucin --measure 100")
	@$(PY) -m taroky_devtools.puzzles $(ARGS)

measure: $(CATALOGUES) .venv/.installed  ## make the forms of “How well do you decide?” in docs/assets/measure (ARGS="hlucin", "hlucin --tell" says what each level of player loses)
	@$(PY) -m taroky_devtools.measure $(ARGS)

lint: $(CATALOGUES) node_modules/.installed  ## check style, types, imports, JavaScript, rule tables, the words of pages, messages and code, and the subjects of commits
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-logo --cache-dir .cache/import_linter
	node_modules/.bin/tsc --project tsconfig.json
	.venv/bin/taroky rules check
	$(PY) -m taroky_devtools.words
	$(PY) -m taroky_devtools.commits

format: $(CATALOGUES) .venv/.installed  ## format the Python files
	.venv/bin/ruff check --fix-only .
	.venv/bin/ruff format .

messages: $(CATALOGUES)  ## compile the message catalogues after a change to a .po or a table of forms; every target that reads them does this too

translations: $(CATALOGUES)  ## show what each language lacks and where its English has changed (ARGS="cs --all", "sk --stats" counts words, "sk --update" begins one)
	@$(PY) -m taroky_devtools.translations $(ARGS)

notices: $(CATALOGUES) node_modules/.site  ## write THIRD_PARTY.md from the list of what the site serves that is not ours
	@$(PY) -m taroky_build.notices

bench: $(CATALOGUES) node_modules/.installed .cache/browser.installed  ## measure speed and size, one JSON line for each number (ARGS="--json docs/contributing/bench.json" keeps them, "--memory": a tab after half an hour, with "--pace 10" in that time)
	@$(PY) -m taroky_devtools.bench $(ARGS)

lighthouse: site .cache/browser.installed  ## Lighthouse scores for a phone's first visit to six pages; npx downloads it, 185 MB (ARGS="--runs 5 compare/")
	@$(PY) -m taroky_devtools.lighthouse $(ARGS)

lock: .venv/.installed  ## write the newest versions of all tools into the lock files
	$(PY) -m pip install --quiet pip-tools
	for name in site dev node bench; do .venv/bin/pip-compile --quiet --upgrade --generate-hashes \
	  --strip-extras --allow-unsafe --no-header --no-emit-index-url --no-emit-find-links \
	  --no-emit-trusted-host --output-file requirements/$$name.txt requirements/$$name.in; done
	npm update --package-lock-only --no-audit --no-fund

clean:  ## remove everything that was built or installed
	rm -rf $(CATALOGUES) .venv node_modules site dist $(SCRIPTS)/prebuilt .cache .hypothesis .mypy_cache .ruff_cache .pytest_cache

# What the site needs is installed by itself: its first page is seen in half the time.
.venv/.site: requirements/site.txt engine/pyproject.toml tutorials/pyproject.toml build_scripts/pyproject.toml
	@python=$$(sh build_scripts/find_python.sh) && \
	  if ! $(PY) -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2>/dev/null; then \
	    echo "Making .venv with $$python"; rm -rf .venv; "$$python" -m venv .venv; \
	  fi
	$(PY) -m pip install --quiet --require-hashes -r requirements/site.txt
	$(PY) -m pip install --quiet --no-deps --no-build-isolation -e engine -e tutorials -e build_scripts
	@touch $@

.venv/.installed: requirements/dev.txt .venv/.site
	$(PY) -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

node_modules/.site: package.json package-lock.json | .venv/.site
	@sh build_scripts/ensure_node.sh
	npm ci --omit=dev --no-audit --no-fund --loglevel=error
	@touch $@

node_modules/.installed: package.json package-lock.json .venv/.installed
	@sh build_scripts/ensure_node.sh
	npm ci --no-audit --no-fund --loglevel=error
	@touch node_modules/.site $@

.cache/browser.installed: .venv/.installed build_scripts/taroky_devtools/browsers.py
	@$(PY) -m taroky_devtools.browsers --install
	@mkdir -p .cache && touch $@

# Compiled from its own text, the English one and its table of forms; the first that is out of date has all compiled.
.SECONDEXPANSION:
$(CATALOGUES): %.mo: %.po $$(dir %)en.po $$(wildcard $$(dir %)forms.$$(notdir %).yaml) | .venv/.site
	@$(PY) -m taroky_build.catalogues
