"""What a project's mkdocs.yml says of its site, and what lasts while the site is served."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread

from taroky_build.assets import fonts
from taroky_build.postprocess.contact import Contact
from taroky_build.site_build.editions import Edition

#: What every page of ours needs, in this order; a project may name some of it itself.
STYLES = (
    fonts.STYLES,
    "assets/css/base.css",
    "assets/css/table.css",
    "assets/css/pages.css",
    "assets/css/home.css",
    "assets/css/lesson.css",
    "assets/css/tools.css",
    "assets/css/calculators.css",
    "assets/css/house.css",
    "assets/css/comparison.css",
    "assets/css/sheets.css",
    "assets/css/play.css",
    "assets/css/print.css",
)
SCRIPT = "assets/js/main.js"
#: Where the browser's Python is.
PYTHON_FOLDER = "/assets/py/"
#: Folders of a checkout whose files go into the site besides docs/.
_SOURCES = ("engine/taroky", "tutorials/taroky_tutorials", "build_scripts/taroky_build")


@dataclass(frozen=True)
class Settings:
    """folder: where mkdocs.yml is; docs: the folder of written pages; site: where the site is built; address:
    where it will be, or ""; root: a checkout of the project that is named. docs/clubs/plugin.md tells people what
    the others are."""

    folder: Path
    docs: Path
    site: Path
    name: str
    description: str
    address: str
    editions: tuple[Edition, ...]
    root: Path | None = None
    rules: tuple[str, ...] = ()
    lessons: bool = True
    calculators: bool = True
    policy: bool = True
    offline: bool = True
    translate: str = "*"
    contact: Contact | None = None

    def watched(self) -> list[Path]:
        """The files and folders besides docs/ whose changes change the site."""
        folders = [(self.root or self.folder) / name for name in _SOURCES]
        tables = [self.folder / entry for entry in self.rules]
        return [*filter(Path.exists, folders), *filter(Path.is_file, tables)]


@dataclass
class Session:
    """What lasts from one build to the next. serving: the site is only looked at while it is written; dirty: pages
    that are as they were are left alone; report: what tells people something; assets: the paths of the assets in
    the site by their part; placing: what puts the browser's Python into a site that is served already; texts: the Markdown of every page at the last build, and the text of mkdocs.yml by ""."""

    serving: bool = False
    dirty: bool = False
    report: Callable[[str], None] = print
    assets: dict[str, set[str]] = field(default_factory=dict)
    placing: Thread | None = None
    texts: dict[str, str] = field(default_factory=dict)
    _scratch: tempfile.TemporaryDirectory[str] | None = field(default=None, init=False)

    @property
    def scratch(self) -> Path:
        """A folder for what the processes of a build make."""
        if self._scratch is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="taroky-")
        return Path(self._scratch.name)

    def wait_for_python(self) -> None:
        """Wait until the browser's Python is in the site that is served."""
        if self.placing is not None:
            self.placing.join()

    def clean_up(self) -> None:
        """Delete that folder."""
        if self._scratch is not None:
            self._scratch.cleanup()
            self._scratch = None
