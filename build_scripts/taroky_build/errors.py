"""Errors while the site is built."""

from __future__ import annotations


class BuildError(Exception):
    """Something the build needs is missing or wrong. `str(error)` is one full sentence."""
