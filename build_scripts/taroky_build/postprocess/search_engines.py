"""What search engines read beside the pages."""

from __future__ import annotations

from pathlib import Path

_MAP = "sitemap.xml"


def robots(address: str) -> str:
    """The file robots.txt: everything may be read. address: where the site will be, or ""; with it the file names
    the site map."""
    site_map = f"\nSitemap: {address}{_MAP}\n" if address else ""
    return f"User-agent: *\nAllow: /\n{site_map}"


def without_empty_map(site: Path) -> None:
    """Delete a site map that names no page: MkDocs writes one, too, where no address is known."""
    site_map = site / _MAP
    if site_map.is_file() and "<loc>" not in site_map.read_text("utf-8"):
        site_map.unlink()
        (site / f"{_MAP}.gz").unlink(missing_ok=True)
