"""Changes to what the theme built, where it has no setting for it."""

from __future__ import annotations

from pathlib import Path

from taroky_build.errors import BuildError

#: How the theme's script decides to fetch the search index at once. Else it waits until somebody
#: turns to the search, as it does for pages opened as files.
_AT_ONCE = '(location.protocol!=="file:"),'
_WHEN_ASKED = "(!1),"  # that it marks found words on a page (search.highlight) must be off too

#: When scripts were mended in this process.
_mended: set[int] = set()


def search_when_asked(site: Path) -> None:
    """Let pages fetch the search index, by far their biggest file, only for a search. Raises
    BuildError if the theme's script is not as it was."""
    scripts = sorted((site / "assets" / "javascripts").glob("bundle.*.min.js"))
    if not scripts:
        return  # another theme
    for script in scripts:
        text = script.read_text("utf-8")
        if script.stat().st_mtime_ns in _mended:
            continue  # still there from the last build
        if text.count(_AT_ONCE) != 1:
            raise BuildError(
                f"{script.name} does not hold {_AT_ONCE!r} once: look up in the theme's new version "
                "how it decides when to fetch the search index, and mend taroky_build/theme.py."
            )
        script.write_text(text.replace(_AT_ONCE, _WHEN_ASKED), "utf-8")
        _mended.add(script.stat().st_mtime_ns)
