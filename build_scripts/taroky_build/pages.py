"""Pages and assets that are made from the rule tables and the lessons."""

from __future__ import annotations

from pathlib import Path


def generated_pages(root: Path) -> dict[str, str]:
    """The Markdown of every generated page, by its path below docs/."""
    return {}


def expand(markdown: str, page_path: str, root: Path) -> str:
    """A page's Markdown (without its front matter) with everything filled in that is generated."""
    return markdown


def generated_assets(root: Path) -> dict[str, bytes]:
    """Every generated file that is not a page, by its path below the site's root."""
    return {}
