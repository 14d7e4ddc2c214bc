#!/bin/sh
# Prints the path of a Python 3.12 or later that can make virtual environments.
# Looks further than `python3`, which on many machines is older than the newest one there.
fits='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))'

for candidate in \
    "${PYTHON:-}" python3.13 python3.12 python3.14 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.13*/bin/python3 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.12*/bin/python3 \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.14*/bin/python3 \
    python3 python
do
    [ -n "$candidate" ] || continue
    path=$(command -v "$candidate" 2>/dev/null) || continue
    if "$path" -c "$fits" >/dev/null 2>&1; then
        "$path" -c 'import sys; print(sys.executable)'
        exit 0
    fi
done

found=$(python3 --version 2>/dev/null || echo "no Python at all")
echo "Taroky needs Python 3.12 or later with venv, and this machine has $found." \
    "Install one (Debian and Ubuntu: apt-get install python3 python3-venv;" \
    "macOS: brew install python; anywhere: pyenv install 3.13)" \
    "or name one: make PYTHON=/path/to/python3 …" >&2
exit 1
