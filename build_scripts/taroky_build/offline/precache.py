"""Let a browser keep the built site and open it without a network: a service worker that names
every file by its hash, and the web app manifest.

The service worker is workbox, our service_worker.js and the list of files, in one file at the site's root, and
in the folder of each other edition, with that edition's files and what all share: a visitor keeps one language. A
site that is only being looked at while it is written gets one that takes itself away.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote, urlsplit

from taroky.messages import ENGLISH

from taroky_build.errors import BuildError
from taroky_build.notices import writing

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
_MISSING = "404.html"
#: How much browsers keep, for those who are asked before.
SIZE = "assets/kept.json"
#: Our parts of the service worker.
_OURS = Path(__file__).with_name("service_worker.js")
_NONE = Path(__file__).with_name("no_service_worker.js")
_PLAN = '"THE PLAN"'
#: The library's parts, in the order in which they need each other.
_PARTS = ("core", "routing", "strategies", "precaching")

_OUTCOMES = "assets/outcomes"
#: What all editions share; but each has files of its own there, too.
_SHARED = "assets/"
_OWN = (f"{_OUTCOMES}/", "assets/pages.json", "assets/lessons.json", SIZE)
#: Packages with the words of a language, by their names in files.
OF_LANGUAGE = re.compile(r"assets/py/taroky(?:_[a-z]+)?_(?P<language>[a-z]{2})-[^/]*\.whl")
_KNOWN = re.compile(
    rf'(?P<before>data-(?:outcomes|coached)="(?:\.\./)*)(?P<path>{_OUTCOMES}/[^"]+)'
)
#: What pages do not ask for, or can do without, or is added in the end: maps of the theme's scripts, what search
#: engines and previews of links read, the picture for the repository, and outcomes of exercises, which Python
#: works out itself.
_UNWANTED = (
    "*.map",
    "sitemap.xml*",
    "robots.txt",
    "assets/previews/*",
    "rule/**/*",
    "*/rule/**/*",
    "assets/images/site.png",
    f"{_OUTCOMES}/**/*",
    WORKER,
    SIZE,
)
_ICONS = "assets/images"
#: The page's paper by day, as in base.css.
_PAPER = "#f6efdf"


def library(root: Path) -> str:
    """Workbox's precaching as one script, from what `npm ci` has brought. Raises BuildError."""
    parts = []
    for name in _PARTS:
        file = root / "node_modules" / f"workbox-{name}" / "build" / f"workbox-{name}.prod.js"
        if not file.exists():
            raise BuildError(f"{file} is missing: run npm ci (or make site) first.")
        lines = file.read_text("utf-8").splitlines()
        parts += [line for line in lines if not line.startswith("//# sourceMappingURL")]
    return "\n".join(parts) + "\n"


def head(root: str, edition: str = "") -> str:
    """Return what a page's head says of it. root: the way from the page to the site's root; edition:
    from there to the folder of its edition."""
    return (
        f'<meta name="taroky-offline" content="{root}{edition}">'
        f'<link rel="manifest" href="{root}{edition}{MANIFEST}">'
        f'<link rel="apple-touch-icon" href="{root}{_ICONS}/apple-touch-icon.png">'
    )


def manifest(name: str, description: str, root: str = "") -> str:
    """The web app manifest; its addresses are seen from the edition's folder, wherever that is. root: from there
    to the site's root."""
    icons = [
        {
            "src": f"{root}{_ICONS}/{file}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for file, size, purpose in (
            ("icon-192", 192, "any"),
            ("icon-512", 512, "any"),
            ("icon-maskable-512", 512, "maskable"),
        )
    ]
    about = {
        "name": name,
        "short_name": name,
        "description": description,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": _PAPER,
        "theme_color": _PAPER,
        "icons": icons,
    }
    return json.dumps(about, ensure_ascii=False, indent=1) + "\n"


def outcome_names(assets: Mapping[str, str]) -> dict[str, str]:
    """The files of outcomes among those of an edition, with a hash in their names. They are not kept, and a page of one
    version is not to get those of another: it finds none, then, and asks Python. assets: the files' sources by
    their paths below the edition's folder."""
    names = {}
    for path, source in assets.items():
        if path.startswith(f"{_OUTCOMES}/"):
            digest = hashlib.sha256(Path(source).read_bytes()).hexdigest()[:8]
            names[path] = str(PurePosixPath(path).with_suffix(f".{digest}.json"))
    return names


def with_outcome_names(text: str, names: Mapping[str, str]) -> str:
    """A page that asks for the files of outcomes by these names."""
    return _KNOWN.sub(lambda m: m["before"] + names.get(m["path"], m["path"]), text)


def complete(site: Path, address: str, editions: Mapping[str, str] | None = None) -> None:
    """Put our part and the list of files into the service worker of each edition; whatever else changes the site
    must have been done. address: where the build thinks the site will be; editions: their languages by their
    folders."""
    library_ = (site / WORKER).read_text("utf-8")
    editions = editions or {"": ENGLISH}
    files = _wanted(site)
    for folder, language in editions.items():
        listed = dict(sorted(_listed(files, folder, language, [one for one in editions if one])))
        _complete(
            site,
            folder,
            {url: site / path for url, path in listed.items()},
            {
                "base": urlsplit(address).path or "/",
                "language": language,
                "others": [one for one in editions if one and one != folder],
            },
            library_,
        )


def _complete(
    site: Path, folder: str, files: dict[str, Path], about: Mapping[str, Any], before: str
) -> None:
    up = "../" * folder.count("/")
    size = sum(file.stat().st_size for file in files.values())
    kept = site / folder / SIZE
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"bytes": size}), "utf-8")
    files[SIZE] = kept
    plan = {
        "files": [[url, _hash(file.read_bytes())] for url, file in files.items()],
        "bytes": size,
        "site": up or "./",
        **about,
    }
    ours = _OURS.read_text("utf-8")
    if ours.count(_PLAN) != 1:
        raise BuildError(f"{_OURS.name} does not hold {_PLAN} once.")
    text = ours.replace(_PLAN, json.dumps(plan, ensure_ascii=False, separators=(",", ":")))
    (site / folder / WORKER).write_text(before + text, "utf-8")


def note_changed(site: Path, url: str, before: bytes) -> None:
    """Let browsers keep a page as it is now. before: what was in its file when the list was made."""
    worker = site / WORKER
    text = worker.read_text("utf-8") if worker.is_file() else ""
    now = _hash((site / url / "index.html").read_bytes())
    worker.write_text(text.replace(f'["{url}","{_hash(before)}"]', f'["{url}","{now}"]'), "utf-8")


def take_away(site: Path) -> None:
    """Let browsers that have kept an earlier site from this address forget it."""
    (site / WORKER).write_bytes(_NONE.read_bytes())


def _wanted(site: Path) -> list[str]:
    """The paths of all files that browsers may keep."""
    unwanted = {file for pattern in _UNWANTED for file in site.rglob(pattern)}
    return [
        file.relative_to(site).as_posix()
        for file in site.rglob("*")
        if file not in unwanted and file.is_file()
    ]


def _listed(
    files: Sequence[str], folder: str, language: str, folders: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Every file that an edition keeps, by its address below the edition's folder, a page's without its
    index.html."""
    up = "../" * folder.count("/")
    for file in files:
        path = file
        of_language = OF_LANGUAGE.fullmatch(path)
        if of_language and of_language["language"] != language:
            continue
        own = path.startswith(folder) and not path.startswith(
            tuple(one for one in folders if one != folder)
        )
        if own:
            path = path.removeprefix(folder)
            if PurePosixPath(path).name == "index.html":
                path = path.removesuffix("index.html") or "./"
            yield quote(path), file
        elif path in (_MISSING, writing.FILE) or (
            path.startswith(_SHARED) and not path.startswith(_OWN)
        ):
            yield up + quote(path), file


def _hash(content: bytes) -> str:
    return base64.b64encode(hashlib.sha256(content).digest()).decode()
