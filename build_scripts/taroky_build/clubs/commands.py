"""`taroky new`, `serve`, `build` and `update`: a club's own site. The command line of the engine finds them
by the entry point group `taroky.commands`."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import TextIO

import yaml
from taroky import rules, version
from taroky.cli import progress
from taroky.cli.options import Option, Verb
from taroky.cli.terminal import show_json
from taroky.decoding import unwritable
from taroky.errors import RecordError, TableError
from taroky.messages import Message, language, languages, say
from taroky.messages.expected import one_of
from taroky.rules import packing

from taroky_build.clubs import club_pages, updates
from taroky_build.clubs.starter_files import CONFIG, HOUSE, Starter

#: A site while it is built, and the one before it while it is put away, beside the folder of the site.
_NEW, _OLD = ".{}.new", ".{}.old"
#: What every site has that we built.
_BUILT = ("404.html", "sitemap.xml")


def verbs() -> tuple[Verb, ...]:
    """The commands."""
    return (
        Verb(
            "new",
            "clubs",
            "help.new",
            _new,
            "{folder}",
            "taroky new our-club --extends polish",
            (
                Option("folder", "help.option.new.folder"),
                Option("--extends", "help.option.new.extends", game=True, left_out="hlucin"),
                Option("--title", "help.option.new.title"),
                Option("--languages", "help.option.new.languages", many=True),
            ),
        ),
        Verb(
            "serve",
            "clubs",
            "help.serve",
            _serve,
            "",
            "taroky serve --address 127.0.0.1:8001",
            (Option("--address", "help.option.serve.address", left_out="127.0.0.1:8000"),),
        ),
        Verb(
            "build",
            "clubs",
            "help.build",
            _build,
            "",
            "taroky build --site public",
            (Option("--site", "help.option.build.site", left_out="site"),),
        ),
        Verb(
            "update",
            "clubs",
            "help.update",
            _update,
            "",
            "taroky update --look",
            (Option("--look", "help.option.update.look", switch=True),),
        ),
    )


# -- a new project -------------------------------------------------------------------------------


def _new(args: argparse.Namespace, out: TextIO) -> None:
    folder = Path(args.folder)
    make(folder, args.title or folder.name, args.extends, args.languages or (language(),))
    out.write(say("club.made", folder=str(folder), file=HOUSE).text() + "\n")


def make(folder: Path, title: str, extends: str, spoken: tuple[str, ...]) -> None:
    """Make a club's project, whole or not at all. title: the club's name; extends: a rule set; spoken:
    the languages of its site. Raises TarokyError."""
    id = table_id(folder.name)
    if not packing.TABLE_ID.fullmatch(id) or id in (*rules.ids(), *club_pages.TAKEN):
        raise RecordError(say("club.name", name=folder.name[:60]))
    parent = rules.load(extends)
    unknown = next((one for one in spoken if one not in languages()), None)
    if unknown is not None:
        expected = one_of(languages())
        raise RecordError(
            say("request.kind", key="--languages", value=unknown[:60], expected=expected)
        )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RecordError(say("club.exists", folder=str(folder)))
    title = unicodedata.normalize("NFC", " ".join(title.split()))
    _check_title(id, title, parent.table)
    starter = Starter(id, title, parent, tuple(dict.fromkeys(spoken)))
    under_way = folder.with_name(_NEW.format(folder.name))
    try:
        shutil.rmtree(under_way, ignore_errors=True)
        for path, text in starter.files().items():
            file = under_way / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8", newline="\n")
        _read_back(under_way, starter)
        updates.note(under_way)
        if folder.exists():
            folder.rmdir()
        under_way.rename(folder)
    except OSError as problem:
        message = say("input.file", file=str(folder), problem=unwritable(problem))
        raise RecordError(message) from None
    finally:
        shutil.rmtree(under_way, ignore_errors=True)


def table_id(name: str) -> str:
    """A name as an id: small letters without accents, with "-" between words."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")


def _check_title(id: str, title: str, extends: str) -> None:
    """Refuse a title that no table can have. Raises TarokyError."""
    try:
        rules.pack({"table": id, "title": title, "extends": extends})
    except TableError as refusal:
        reason = dict(refusal.message.params).get("problem")
        if not isinstance(reason, Message) or dict(reason.params).get("path") != "title":
            raise
        shown = "".join(sign if sign.isprintable() else "?" for sign in title[:60])
        raise RecordError(say("club.title", title=shown)) from None


def _read_back(folder: Path, starter: Starter) -> None:
    """Refuse a project whose files do not say what was asked for. Raises TarokyError."""
    house = rules.read(folder / HOUSE)
    config = yaml.safe_load((folder / CONFIG).read_text("utf-8"))
    languages_said = config["plugins"][1]["taroky"]["languages"]
    if (house.table, house.title) != (starter.id, starter.title):
        raise RecordError(say("club.not_read", file=HOUSE))
    if (config["site_name"], tuple(languages_said)) != (starter.title, starter.spoken):
        raise RecordError(say("club.not_read", file=CONFIG))


# -- MkDocs ---------------------------------------------------------------------------------------


def _serve(args: argparse.Namespace, out: TextIO) -> None:
    out.write(say("club.serve", address=args.address).text() + "\n")
    out.flush()
    _mkdocs("serve", "--dev-addr", args.address)


def _build(args: argparse.Namespace, out: TextIO) -> None:
    target = Path(args.site).resolve()
    _check_project()
    _check_site(target)
    noted = updates.noted(Path())
    if noted is not None and noted.version != version.current():
        out.write(say("update.due", old=noted.version, new=version.current()).text() + "\n")
        out.flush()
    under_way, before = (target.with_name(name.format(target.name)) for name in (_NEW, _OLD))
    try:
        if before.exists() and not target.exists():  # the last build was ended between two steps
            before.rename(target)
        shutil.rmtree(under_way, ignore_errors=True)
        if not _mkdocs("build", "--clean", "--site-dir", str(under_way)):
            raise RecordError(say("club.failed"))
        _put_in_place(under_way, target)
    finally:
        shutil.rmtree(under_way, ignore_errors=True)
    out.write(say("club.built", folder=args.site).text() + "\n")


def _check_site(target: Path) -> None:
    """Refuse a folder that has something else in it than a built site. Raises RecordError."""
    here = Path.cwd()
    has_project = here == target or target in here.parents
    try:
        foreign = target.exists() and any(
            not file.name.startswith(".") for file in target.iterdir()
        )
    except OSError:
        foreign = True
    if has_project or (foreign and not all((target / name).is_file() for name in _BUILT)):
        raise RecordError(say("club.no_site", folder=str(target)))


def _put_in_place(built: Path, target: Path) -> None:
    """Let a site that was built take the place of the one before it. Raises RecordError."""
    before = target.with_name(_OLD.format(target.name))
    try:
        shutil.rmtree(before, ignore_errors=True)
        if target.exists():
            for file in target.glob(".*"):  # a repository to publish from, say
                if not (built / file.name).exists():
                    (shutil.copytree if file.is_dir() else shutil.copy2)(file, built / file.name)
            target.rename(before)
        built.rename(target)
    except OSError as problem:
        if before.exists() and not target.exists():
            before.rename(target)
        message = say("input.file", file=str(target), problem=unwritable(problem))
        raise RecordError(message) from None
    shutil.rmtree(before, ignore_errors=True)


def _check_project() -> None:
    if not Path(CONFIG).is_file():
        raise RecordError(say("club.no_project", folder=str(Path.cwd())))


def _mkdocs(*words: str) -> bool:
    """Run MkDocs in this folder; return whether it came to its end by itself. Raises RecordError if it
    does not work; it has said why."""
    progress.hidden()  # MkDocs tells on the same terminal
    _check_project()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mkdocs", *words],
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            check=False,
        )
    except KeyboardInterrupt:
        return False
    if done.returncode != 0:
        raise RecordError(say("club.failed"))
    return True


# -- another version ------------------------------------------------------------------------------


def _update(args: argparse.Namespace, out: TextIO) -> None:
    _check_project()
    report = updates.tell(Path())
    if args.json:
        show_json({"holds": report.holds, "lines": report.lines}, out)
    else:
        out.writelines(f"{line}\n" for line in report.lines)
    if not args.look and report.holds:
        updates.note(Path())
