"""The files that a build adds to those in docs/."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from taroky_build.site_build.editions import Edition
from taroky_build.site_build.generate import Generated

_STYLES = ".css"


@dataclass(frozen=True)
class SiteFile:
    """A file at a path below the site's root. content: its text, or else `source`, the file it is copied from;
    replaces: it stands for a file of the same path in docs/; in_nav: whether the site's navigation may be asked
    for it."""

    path: str
    content: str | None = None
    source: str = ""
    replaces: bool = True
    in_nav: bool = True

    def is_in(self, folder: Path) -> bool:
        """Whether the file it is copied from is in this folder."""
        return bool(self.source) and Path(self.source).parent == folder


def edition_files(
    edition: Edition, generated: Generated, texts: Mapping[str, str], names: Mapping[str, str]
) -> Iterator[SiteFile]:
    """The files of an edition. texts: the Markdown of all pages by their paths; names: what some assets are called
    in the site."""
    for path in generated.markdown:
        if edition.folder or path in generated.generated:
            page = edition.path(path)
            yield SiteFile(page, texts[page], in_nav=not edition.folder)
    for path, source in generated.assets.items():
        # there are no words in a style sheet, so all editions share it
        if not (edition.folder and path.endswith(_STYLES)):
            yield SiteFile(edition.path(names.get(path, path)), source=source)
