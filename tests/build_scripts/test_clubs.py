"""A club's own site: from `taroky new` on, with what a club installs, to the text of its pages."""

import hashlib
import json
import os
import posixpath
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from argparse import Namespace
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import escape, unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown import markdown
from mkdocs.config.base import load_config
from mkdocs.exceptions import PluginError
from spoken_languages import WHOLE
from taroky import rules, version
from taroky.errors import RecordError, TableError
from taroky.messages import languages, listed, say, speaking
from taroky.rules import option_words
from taroky_build.assets import fonts
from taroky_build.clubs import club_pages, commands, updates
from taroky_build.clubs.starter_files import Starter, in_markdown, scalar
from taroky_build.errors import BuildError
from taroky_build.site_build.generate import Order, generate
from taroky_build.site_build.plugin import TarokyPlugin
from taroky_build.site_build.settings import STYLES
from taroky_build.site_build.template_values import NOTES
from taroky_devtools import release
from taroky_devtools.static_server import free_port, serve
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.reading import glossary

ROOT = Path(__file__).resolve().parents[2]
TITLE = "Klub U lva"


# -- options and house tables --------------------------------------------------------------------


def _house(folder: Path, name: str = "house.yaml", id: str = "ours", more: str = "") -> Path:
    file = folder / name
    file.write_text(f"table: {id}\ntitle: Ours\nextends: hlucin\n{more}", "utf-8")
    return file


def test_rule_sets_and_files_are_read(tmp_path: Path) -> None:
    _house(tmp_path)
    packed, other = club_pages.read(["house.yaml", "heun"], tmp_path)
    assert (rules.load(packed).table, other) == ("ours", "heun")


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        (["hlucn"], "did you mean hlucin?"),
        (["poker"], "is no rule set and no file that ends in .yaml; expected french"),
        (["none.yaml"], "cannot be read: there is no such file"),
        (["house.yaml", "house.yaml"], "the id ours is taken"),
        (["glossary.yaml"], "the id glossary is taken"),
        (["odd.yaml"], "odd.yaml, line 4: contracts.solo.rate is “dear”"),
        (["latin.yaml"], "no UTF-8 text"),
    ],
)
def test_what_the_option_rules_may_not_say(tmp_path: Path, entries: list[str], said: str) -> None:
    _house(tmp_path)
    _house(tmp_path, "glossary.yaml", "glossary")
    _house(tmp_path, "odd.yaml", "odd", "contracts: {solo: {rate: dear}}\n")
    (tmp_path / "latin.yaml").write_bytes(b"title: \xe9")
    with pytest.raises(BuildError) as problem:
        club_pages.read(entries, tmp_path)
    assert said in str(problem.value) and "\n" not in str(problem.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"rule": ["hlucin"]}, "did you mean rules?"),
        ({"colour": "red"}, "has no such option; expected rules, lessons"),
        ({"rules": "house.yaml"}, "“house.yaml”; expected a list of rule sets"),
        ({"lessons": "some"}, "“some”; expected true or false"),
    ],
)
def test_options_of_the_plugin_are_checked(options: dict[str, object], said: str) -> None:
    errors, _ = TarokyPlugin().load_config(options)
    assert len(errors) == 1 and said in str(errors[0][1])


def test_the_plugin_says_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()

    def config(text: str) -> None:
        file = tmp_path / "mkdocs.yml"
        file.write_text(f"site_name: x\nplugins: [taroky]\n{text}", "utf-8")
        loaded = load_config(str(file))
        loaded.plugins.on_config(loaded)

    with pytest.raises(PluginError, match="the theme is mkdocs; its pages need material"):
        config("theme: {name: mkdocs}\n")
    with pytest.raises(PluginError, match="use_directory_urls"):
        config("theme: {name: material}\nuse_directory_urls: false\n")
    config("theme: {name: material}\n")


def test_every_style_sheet_goes_into_a_clubs_site_too() -> None:
    """The plugin names them, in our mkdocs.yml stand none that a club would not have."""
    written = {f"assets/css/{file.name}" for file in (ROOT / "docs/assets/css").glob("*.css")}
    assert set(STYLES) == written | {fonts.STYLES} and glossary.STYLES == NOTES
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "extra_css" not in text and "extra_javascript" not in text


def test_links_to_pages_that_a_site_lacks_become_words() -> None:
    known = {"", "reference/ours/", "learn/ours/talon/"}
    page = (
        '<a href="../#x">here</a> <a class="a" href="../../learn/ours/talon/#draw">talon</a> '
        '<a href="../heun/#HEUN-1">Heun</a> <a href="https://example.org/">out</a> '
        '<a href="#top">top</a> <img src="../../assets/x.svg"> <a href="../../assets/x.svg">x</a>'
        ' <a href="../../">home</a> <a title="b" href="../ours-differences/" lang="en"><b>d</b></a>'
    )
    shown = club_pages.unlinked(page, "reference/ours.md", known)
    assert shown.count("<a ") == 5
    unlinked = '<span class="tk-unlinked">HEUN-1</span>'
    for rule in (
        '<a class="tk-rule" href="../heun/#HEUN-1">HEUN-1</a>',
        '<a class="tk-rule" href="../heun/#HEUN-1" data-rule="HEUN-1">The rule</a>',
    ):
        assert club_pages.unlinked(rule, "reference/ours.md", known) == unlinked
    assert "<span>here</span>" in shown  # reference/ has no page of its own here
    assert "<span>Heun</span>" in shown and "<span><b>d</b></span>" in shown


# -- taroky new ----------------------------------------------------------------------------------


@pytest.mark.parametrize("parent", rules.ids())
def test_the_new_table_says_nothing_yet_and_all_its_comments_are_true(parent: str) -> None:
    usual = rules.load(parent)
    text = Starter("ours", "Our club", usual, ("en",)).house_table()
    house = rules.load(rules.pack(text, "house.yaml"))
    assert house.contracts == usual.contracts and house.payments == usual.payments
    # Every option it tells of, taken out of its comment, holds as it did.
    uncommented = text
    for key in usual.options:
        uncommented = uncommented.replace(f"\n  # {key}: ", f"\n  {key}: ")
    chosen = rules.load(rules.pack(uncommented, "house.yaml"))
    assert chosen.chosen.keys() == usual.options.keys()
    assert chosen.payments == usual.payments and chosen.auction == usual.auction
    # So do its examples.
    shown = re.sub(
        r"^# ((?:  )*[a-z_]+:.*)$", r"\1", text.split("For example")[1], flags=re.MULTILINE
    )
    example = "\n".join(shown.split("\n")[1:])
    named = f"table: ours\ntitle: x\nextends: {parent}\n{example}"
    assert rules.load(rules.pack(named)).declarations == usual.declarations


def _new(folder: Path, **more: str | list[str] | None) -> str:
    out = StringIO()
    args = {"folder": str(folder), "extends": "hlucin", "title": None, "languages": None, **more}
    commands._new(Namespace(**args), out)
    return out.getvalue()


def test_names_become_ids(tmp_path: Path) -> None:
    assert commands.table_id("Klub U Lva") == "klub-u-lva"
    assert commands.table_id("Hlučínští") == "hlucinsti"
    _new(tmp_path / "Český klub", title='Český klub: "U lva"'.replace('"', ""))
    table = rules.read(tmp_path / "Český klub" / "house.yaml")
    assert (table.table, table.title) == ("cesky-klub", "Český klub: U lva")


@pytest.mark.parametrize(
    ("name", "more", "said"),
    [
        ("heun", {}, "cannot be the id of a table"),
        ("glossary", {}, "cannot be the id of a table"),
        ("x" * 41, {}, "at most 40 letters"),
        ("...", {}, "cannot be the id of a table"),
        ("full", {}, "already exists and is not empty"),
        ("file", {}, "already exists"),
        ("fine", {"extends": "poker"}, "is not a rule set"),
        ("fine", {"title": "<b>"}, "plain words"),
        ("fine", {"languages": ["cs", "xx"]}, f"expected {listed(languages(), 'or')}"),
    ],
)
def test_what_cannot_be_begun(tmp_path: Path, name: str, more: dict[str, Any], said: str) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "file").touch()
    with pytest.raises((RecordError, TableError)) as problem:
        _new(tmp_path / name, **more)
    assert said in str(problem.value) and not (tmp_path / "fine").exists()


def test_a_club_begins_in_the_languages_that_it_names(tmp_path: Path) -> None:
    folder = tmp_path / "klub"
    _new(folder, title="Klub U lva", languages=["cs", "en", "cs"])
    config = (folder / "mkdocs.yml").read_text("utf-8")
    assert "languages: [cs, en]" in config and "  - Naše pravidla: reference/klub.md" in config
    assert "site_name: Klub U lva" in config
    assert "Naše pravidla: Our rules" in (folder / "docs/nav.en.yaml").read_text("utf-8")
    welcome = {
        name: (folder / "docs" / name).read_text("utf-8") for name in ("index.md", "index.en.md")
    }
    assert "# Klub U lva\n\nVítejte!" in welcome["index.md"]
    assert "# Klub U lva\n\nWelcome!" in welcome["index.en.md"]
    loaded = load_config(str(folder / "mkdocs.yml"))
    loaded.plugins.on_config(loaded)
    assert loaded.theme["language"] == "cs"


def test_pages_of_a_club_are_in_the_language_of_each_edition(tmp_path: Path) -> None:
    """Names that its table gives stay as written; a page that is there in one language only is shown in it."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "target").mkdir()
    _house(tmp_path, more="names: {XXI: moudrý}\nunit: {name: fazole}\n")
    (tmp_path / "docs/index.md").write_text("# Vítejte\n", "utf-8")
    (tmp_path / "docs/index.en.md").write_text("# Welcome\n", "utf-8")
    (tmp_path / "docs/kde.md").write_text(
        "# Kde se scházíme\n\n<!-- tool: bid rules=ours -->\n", "utf-8"
    )
    order = Order(
        str(tmp_path),
        str(tmp_path / "docs"),
        ["index.md", "kde.md"],
        str(tmp_path / "target"),
        str(ROOT),
        ["house.yaml"],
        lessons=False,
        calculators=False,
        first="cs",
    )
    with speaking("cs"):
        czech = generate(replace(order, language="cs"))
    english = generate(order)
    assert "# Vítejte" in czech.markdown["index.md"] and "# Welcome" in english.markdown["index.md"]
    assert english.untranslated == ["kde.md"] and czech.untranslated == []
    assert english.markdown["kde.md"] == czech.markdown["kde.md"]
    assert "Pravidla: Ours" in czech.markdown["reference/ours.md"]
    assert "Rules: Ours" in english.markdown["reference/ours.md"]
    for made in (czech, english):
        assert "moudrý" in made.markdown["reference/ours/summary.md"]
        assert "fazole" in made.markdown["reference/ours.md"]
    # what all editions share comes with the first one
    assert (
        "assets/images/logo.svg" in czech.assets and "assets/images/logo.svg" not in english.assets
    )


@pytest.mark.parametrize(
    "title",
    [
        "Club: Thursday",
        "yes",
        "null",
        "2026",
        "1e5",
        "0x1F",
        "12:30",
        "2026-11-27",
        "Hráči: 1. díl, O'Brien & spol. (Opava)",
        "a - b: c",
        "__init__ & co",
        "x" * 80,
        "Ta\u0161ky",
    ],
)
def test_any_title_is_read_back_as_it_was_given(tmp_path: Path, title: str) -> None:
    _new(tmp_path / "klub", title=title, languages=["en", "cs"])
    folder = tmp_path / "klub"
    assert rules.read(folder / "house.yaml").title == title
    config = yaml.safe_load((folder / "mkdocs.yml").read_text("utf-8"))
    assert config["site_name"] == title
    for name in ("index.md", "index.cs.md"):
        text = (folder / "docs" / name).read_text("utf-8").split("---\n", 2)[2]
        assert f"<h1>{escape(title, quote=False)}</h1>" in markdown(text)
    shown = yaml.safe_load((folder / "docs/nav.cs.yaml").read_text("utf-8"))
    assert shown["Home"] == "Domů"


@pytest.mark.parametrize(
    "title",
    [
        '"quoted"',
        "Club #1",
        "♣ Club",
        "Club \N{CLOWN FACE}",
        "x" * 81,
        "\u202eclub",
        "club\u202e",
        "a\x00b",
        "a\x1b[31mb",
        "$id",
        "*x*",
        "[x](y)",
        "# x",
        "- x",
        "{a: b}",
        "&anchor",
        "!ENV x",
    ],
)
def test_a_title_that_no_table_can_have_is_refused_in_one_line(tmp_path: Path, title: str) -> None:
    with pytest.raises(RecordError, match=r"^The title is .* expected plain words") as refusal:
        _new(tmp_path / "klub", title=title)
    assert all(sign.isprintable() for sign in str(refusal.value))
    assert list(tmp_path.iterdir()) == []


def test_spaces_of_a_title_are_those_between_its_words(tmp_path: Path) -> None:
    _new(tmp_path / "klub", title="  Klub\n\tU  lva\u2028")
    assert rules.read(tmp_path / "klub/house.yaml").title == "Klub U lva"


@given(st.text())
def test_a_scalar_is_read_as_its_text(text: str) -> None:
    try:
        line = scalar(text)
    except UnicodeEncodeError:
        return
    assert "\n" not in line
    assert yaml.safe_load(f"a: {line}    # said\n{line}: b") == {"a": text, text: "b"}


def test_markdown_shows_a_text_as_it_is() -> None:
    assert markdown(in_markdown("_a_ & __b__ &copy")) == "<p>_a_ &amp; __b__ &amp;copy</p>"


@pytest.mark.parametrize("spoken", WHOLE)
def test_the_house_table_is_in_the_first_language(tmp_path: Path, spoken: str) -> None:
    _new(tmp_path / "klub", languages=[spoken, "en"])
    _new(tmp_path / "club", languages=["en", spoken])
    house, english = (
        (tmp_path / name / "house.yaml").read_text("utf-8") for name in ("klub", "club")
    )
    sentences = [
        {line for line in text.splitlines() if line.endswith(".")} for text in (house, english)
    ]
    assert len(sentences[0]) > 20 and not sentences[0] & sentences[1]
    with speaking(spoken):
        table = rules.load("hlucin")
        for key in table.options:
            assert str(option_words.question(table, key)) in house


def test_what_went_wrong_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.setattr(
        Starter, "house_table", lambda self: "table: other\ntitle: x\nextends: heun\n"
    )
    for name in ("klub", "empty"):
        with pytest.raises(RecordError, match=r"house\.yaml does not say what was asked for"):
            _new(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "klub").mkdir()
    assert _new(tmp_path / "klub").startswith("Created ")
    assert sorted(path.name for path in (tmp_path / "klub").iterdir()) == [
        ".gitignore",
        "docs",
        "house.yaml",
        "made-for.json",
        "mkdocs.yml",
    ]


def test_serve_and_build_need_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordError, match=r"There is no mkdocs\.yml"):
        commands._mkdocs("build")


# -- taroky update -------------------------------------------------------------------------------


def _told(folder: Path) -> list[str]:
    return list(updates.tell(folder).lines[1:])


def _noted_with(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Let the note in a club's folder be that of a version whose rules were otherwise."""
    file = folder / updates.NOTE
    note = json.loads(file.read_text("utf-8"))
    note["version"] = "1.1.0"
    change(note)
    file.write_text(json.dumps(note), "utf-8")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club's project that chooses three house options and a price."""
    _new(tmp_path / "klub")
    folder = tmp_path / "klub"
    house = folder / "house.yaml"
    text = house.read_text("utf-8")
    for key, value in (("varsava.mond_free", "yes"), ("game.tie_doubled", "no")):
        text = re.sub(rf"  # {key}: \w+\n", f"  {key}: {value}\n", text)
    house.write_text(f"{text}contracts: {{solo: {{rate: 0.75}}}}\n", "utf-8")
    updates.note(folder)
    return folder


def test_an_update_that_changes_nothing_says_so(club: Path) -> None:
    assert _told(club) == ["Nothing changes for your rules, their words and the pages."]
    _noted_with(club, lambda note: None)
    report = updates.tell(club)
    assert report.lines[0] == f"From version 1.1.0 to version {version.current()}:"
    assert report.lines[1:] == ("Nothing changes for your rules, their words and the pages.",)


def test_an_update_tells_which_payments_change(club: Path) -> None:
    def older(note: dict[str, Any]) -> None:
        note["words"] = {}  # all that is different is the price
        note["rules"]["hlucin"]["contracts"]["povinnost"]["rate"] = "0.30"
        note["rules"]["hlucin"]["contracts"]["solo"]["rate"] = "0.90"  # the club has its own

    _noted_with(club, older)
    (line,) = _told(club)
    assert line.startswith("- In the old rules") and "0.30" in line and "0.10" in line
    with speaking("cs"):
        (line,) = _told(club)
    assert line.startswith("- Ve starých pravidlech") and "v nových pravidlech" in line


def test_an_update_knows_rows_that_have_another_name_now(tmp_path: Path) -> None:
    """Neither what the note says nor what the club itself wrote counts as a change."""
    _new(tmp_path / "klub", extends="polish")
    folder = tmp_path / "klub"
    house = folder / "house.yaml"
    house.write_text(house.read_text("utf-8") + "pots: {zid: {starts: 3}}\n", "utf-8")
    updates.note(folder)

    def older(note: dict[str, Any]) -> None:
        row = note["rules"]["polish"]["pots"]["pot"]
        del row["old_names"]
        note["rules"]["polish"] = json.loads(
            json.dumps(note["rules"]["polish"])
            .replace("pot.pot", "pot.zid")
            .replace('"pot"', '"zid"')
        )

    _noted_with(folder, older)
    assert "zid" in json.dumps(json.loads((folder / updates.NOTE).read_text("utf-8"))["rules"])
    assert _told(folder) == ["Nothing changes for your rules, their words and the pages."]


def test_an_update_tells_which_options_change(club: Path) -> None:
    def older(note: dict[str, Any]) -> None:
        options = note["rules"]["hlucin"]["options"]
        options["five.knocker"] = options["varsava.mond_free"]
        del options["varsava.scoring"]
        options["settlement.solo_rate"]["values"].pop("1.00")

    _noted_with(club, older)
    values, gone, new = sorted(_told(club))
    assert gone.startswith("- A house option is gone, five.knocker: ")
    assert values.startswith("- A house option has other answers now, settlement.solo_rate: ")
    assert values.endswith("They are 0.60, 0.40, 0.30, 0.50, 1.00.")
    assert new.startswith("- There is a new house option, varsava.scoring: What does the loser")


def _with_option(note: dict[str, Any], key: str, cells: Any) -> None:
    option = {"topic": "settlement", "default": "no", "values": {"no": {}, "yes": cells}}
    note["rules"]["hlucin"]["options"][key] = option


def test_an_update_says_what_to_write_for_options_that_are_gone(club: Path) -> None:
    def older(note: dict[str, Any]) -> None:
        options = note["rules"]["hlucin"]["options"]
        options["game.free_mond"] = options.pop("varsava.mond_free")
        note["words"] = {}
        _with_option(note, "game.dear", {"contracts": {"povinnost": {"rate": "0.20"}}})
        _with_option(note, "game.plain", {})

    _noted_with(club, older)
    house = club / "house.yaml"
    chosen = "  game.free_mond: yes\n  game.dear: yes\n  game.plain: no\n"
    text = house.read_text("utf-8").replace("  varsava.mond_free: yes\n", chosen)
    house.write_text(text, "utf-8")
    report = updates.tell(club)
    assert not report.holds
    assert report.lines[1:4] == (
        "- Write varsava.mond_free: yes in place of game.free_mond: yes: it means the same, under a new name.",
        "- The house option game.dear: yes is gone. Remove that line, and for the same rules write:"
        " contracts: {povinnost: {rate: '0.20'}}",
        "- The house option game.plain: no is gone. Remove that line: your rules stay the same without it.",
    )
    assert "run taroky update again" in report.lines[4]
    # As it says, the rules stay as they were.
    text = text.replace(chosen, "  varsava.mond_free: yes\n")
    text = text.replace("contracts: {", "contracts: {povinnost: {rate: '0.20'}, ")
    house.write_text(text, "utf-8")
    assert updates.tell(club).holds and not [line for line in _told(club) if "old rules" in line]


def test_an_update_tells_of_words_and_pages(club: Path) -> None:
    def older(note: dict[str, Any]) -> None:
        words = note["words"]["hlucin"]
        first = next(iter(words))
        words[first] = f"formerly {words[first]}"
        note["pages"].remove("play/index.md")
        note["pages"].append("reference/old.md")

    _noted_with(club, older)
    words, new, gone = _told(club)
    assert words.startswith("- Said in other words: “formerly ")
    assert new == "- New pages, which can go into nav in mkdocs.yml: play/index.md."
    assert gone.endswith("links to them lead nowhere: reference/old.md.")


def test_rules_whose_columns_have_changed_are_compared_cell_by_cell(club: Path) -> None:
    def older(note: dict[str, Any]) -> None:
        note["rules"]["hlucin"]["contracts"]["povinnost"]["colour"] = "red"
        note["rules"]["hlucin"]["contracts"]["povinnost"]["rate"] = "0.30"

    _noted_with(club, older)
    assert _told(club) == ["- contracts › povinnost › rate: before 0.30, now 0.10."]


def test_rule_sets_and_whole_games_have_their_changes_told(tmp_path: Path) -> None:
    _new(tmp_path / "klub")
    folder, config = tmp_path / "klub", tmp_path / "klub" / "mkdocs.yml"
    config.write_text(
        "site_name: !ENV [NAME, x]\nplugins: {search: {}, taroky: {rules: [house.yaml, heun]}}\n"
        "hooks: !!python/name:os.system\n",
        "utf-8",
    )
    updates.note(folder)
    assert _told(folder) == ["Nothing changes for your rules, their words and the pages."]

    def older(note: dict[str, Any]) -> None:
        note["rules"]["heun"]["unit"]["name"] = "beans"

    _noted_with(folder, older)
    assert any("beans" in line for line in _told(folder))


def test_a_damaged_note_is_told_in_one_sentence(club: Path) -> None:
    damaged = ("", "[]", "{", '{"version": 1}', '{"version": "1", "more": 1}', '{"language": "x"}')
    for note in damaged:
        (club / updates.NOTE).write_text(note, "utf-8")
        with pytest.raises(RecordError, match=r"made-for\.json cannot be read; delete it"):
            updates.tell(club)
    (club / updates.NOTE).unlink()
    assert updates.tell(club).lines[0].startswith("No version is recorded")


def test_a_project_without_rules_is_told_in_one_sentence(club: Path) -> None:
    for config in ("", "site_name: x", "plugins: [search]", "plugins: {taroky: 3}", "a: ["):
        (club / "mkdocs.yml").write_text(config, "utf-8")
        with pytest.raises(RecordError, match=r"mkdocs\.yml names no rules"):
            updates.tell(club)


def test_update_tells_once_unless_it_only_looks(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club)
    _noted_with(club, lambda note: note["rules"]["hlucin"]["unit"].update(name="beans"))

    def update(look: bool, json: bool = False) -> str:
        out = StringIO()
        commands._update(Namespace(look=look, json=json), out)
        return out.getvalue()

    assert "beans" in json.loads(update(True, json=True))["lines"][1]
    assert "beans" in update(True) and "beans" in update(False)
    assert "Nothing changes" in update(False)


def test_the_pages_that_are_noted_are_those_that_are_made(tmp_path: Path) -> None:
    _house(tmp_path)
    names = club_pages.read(["house.yaml", "heun"], tmp_path)
    club = club_pages.Club(names, ROOT / "docs", tmp_path, lessons=False)
    assert club_pages.paths_of_pages(club) == set(club_pages.generated(club, [])[0])


# -- taroky build --------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that builds a site of one page and of what every site has."""
    (tmp_path / "mkdocs.yml").write_text("site_name: x\n", "utf-8")
    monkeypatch.chdir(tmp_path)

    def mkdocs(*words: str) -> bool:
        folder = Path(words[words.index("--site-dir") + 1])
        folder.mkdir()
        for name in ("404.html", "sitemap.xml", "index.html"):
            (folder / name).write_text("new", "utf-8")
        return True

    monkeypatch.setattr(commands, "_mkdocs", mkdocs)
    return tmp_path


def _build(site: str = "site") -> None:
    commands._build(Namespace(site=site), StringIO())


def _files(folder: Path) -> list[str]:
    return sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*"))


def test_a_build_that_fails_leaves_the_site_as_it_was(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _build()
    (project / "site/index.html").write_text("good", "utf-8")
    works = commands._mkdocs

    def fails(*words: str) -> bool:
        works(*words)
        raise RecordError(say("club.failed"))

    for broken in (fails, lambda *words: not works(*words)):  # the second: somebody pressed Ctrl-C
        monkeypatch.setattr(commands, "_mkdocs", broken)
        with pytest.raises(RecordError, match="The site was not built"):
            _build()
        assert (project / "site/index.html").read_text("utf-8") == "good"
        assert _files(project) == [
            "mkdocs.yml",
            "site",
            "site/404.html",
            "site/index.html",
            "site/sitemap.xml",
        ]
    (project / "site").rename(project / ".site.old")  # as if the power had failed just then
    with pytest.raises(RecordError, match="The site was not built"):
        _build()
    assert (project / "site/index.html").read_text("utf-8") == "good"
    monkeypatch.setattr(commands, "_mkdocs", works)
    _build()
    assert (project / "site/index.html").read_text("utf-8") == "new"


def test_a_build_keeps_hidden_files_and_what_a_link_leads_to(project: Path) -> None:
    (project / "elsewhere").mkdir()
    (project / "site").symlink_to(project / "elsewhere")
    _build()
    (project / "site/.git").mkdir()
    (project / "site/.git/HEAD").write_text("main", "utf-8")
    (project / "site/old.html").write_text("old", "utf-8")
    _build()
    assert (project / "site").is_symlink()
    assert (project / "elsewhere/.git/HEAD").read_text("utf-8") == "main"
    assert not (project / "elsewhere/old.html").exists()


@pytest.mark.parametrize("site", [".", "..", "/", "docs", "pictures", "mkdocs.yml"])
def test_a_build_does_not_delete_what_no_build_made(project: Path, site: str) -> None:
    for name in ("docs", "pictures"):
        (project / name).mkdir()
        (project / name / "own.txt").write_text("mine", "utf-8")
    before = _files(project)
    with pytest.raises(RecordError, match=r"is not the folder of a site: .* name another one"):
        _build(site)
    assert _files(project) == before


def test_a_build_by_another_version_than_the_noted_says_so(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _noted_with(club, lambda note: None)
    monkeypatch.chdir(club)
    monkeypatch.setattr(commands, "_mkdocs", lambda *words: False)
    out = StringIO()
    with pytest.raises(RecordError):
        commands._build(Namespace(site="site"), out)
    assert "last updated for version 1.1.0" in out.getvalue()


# -- a whole site, with what a club installs -----------------------------------------------------


@pytest.fixture(scope="module")
def site(club_project: Path) -> Path:
    return club_project / "site"


def _words(page: Path) -> str:
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", page.read_text("utf-8"), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))


def test_the_rules_have_the_houses_numbers(site: Path) -> None:
    page = (site / "reference/u_lva/index.html").read_text("utf-8")
    point = re.search(r'<p [^>]*id="HLU-SET-01".*?</p>', page, re.DOTALL)
    assert point and "0.20\u00a0Kč" in point[0] and "0.10\u00a0Kč" not in point[0]
    words = _words(site / "reference/u_lva/index.html")
    assert f"Rules: {TITLE}" in words and words.count("At this table:") >= 2
    assert page.count('class="tk-point"') > 100


def test_what_is_different_is_said_in_words(site: Path) -> None:
    page = site / "reference/u_lva-differences/index.html"
    words = _words(page)
    assert f"What is different: {TITLE}" in words
    assert re.search(r"povinnost › rate[^.]*0\.10[^.]*\.[^.]*0\.20|0\.10.{0,60}0\.20", words)
    listed = re.search(r'<ul class="tk-changes">(.*?)</ul>', page.read_text("utf-8"), re.DOTALL)
    assert listed and listed[1].count("<li>") == 2
    assert 'href="../../reference/u_lva/#HLU-SET-01"' in listed[1]


def test_lessons_ask_and_answer_by_the_houses_rules(site: Path) -> None:
    lesson = site / "learn/u_lva/settling/index.html"
    assert "Every point above 35 pays 0.20\u00a0Kč" in _words(lesson).replace(" ,", ",").replace(
        "0.20 Kč", "0.20\u00a0Kč"
    )
    (outcomes,) = (site / "assets/outcomes/u_lva").glob("settling-game.*.json")
    known = json.loads(outcomes.read_text("utf-8"))
    assert known
    # The step about the mond is not told, for here the mond is free; the others are.
    page = (site / "learn/u_lva/varsava/index.html").read_text("utf-8")
    assert 'id="pagat"' in page and 'id="mond"' not in page
    assert 'data-step="u_lva/varsava/pagat"' in page
    # Reasons lead to the house's own page.
    assert 'href="../../../reference/u_lva/#HLU-' in page
    assert 'href="../../../reference/hlucin/' not in page
    course = _words(site / "learn/u_lva/index.html")
    assert f"Learn {TITLE}" in course
    # Who knows the usual game learns only what is different.
    assert f"From the Hlučín game to {TITLE}" in course
    page = (site / "learn/switch/hlucin-to-u-lva/index.html").read_text("utf-8")
    assert 'data-step="u_lva/hlucin-to-u-lva/game"' in page
    # Nobody has compared bids and leads by the prices of a house.
    lessons = {one.id for one in lesson_files.load_all("hlucin")} - {"hand-worth", "leading"}
    pages = {page.parent.name for page in (site / "learn/u_lva").glob("*/index.html")}
    assert pages == lessons | {"learned", "again"}


def test_tools_and_the_welcome_page_use_them(site: Path) -> None:
    for page in ("index.html", "calculators/u_lva/settle/index.html"):
        form = re.search(
            r"<form\b[^>]*data-tool.*?</form>", (site / page).read_text("utf-8"), re.DOTALL
        )
        assert form and 'name="rules"' in form[0] and 'value="h.' in form[0]
    index = (site / "calculators/u_lva/index.html").read_text("utf-8")
    assert 'href="settle/"' in index and 'href="play/"' in index


def test_the_play_page_begins_with_the_houses_rules(site: Path) -> None:
    page = (site / "play/index.html").read_text("utf-8")
    games = re.search(r'<select name="rules" id="tk-game">(.*?)</select>', page, re.DOTALL)
    assert games
    first, *rest = re.findall(r"<option\b([^>]*)>([^<]*)", games[1])
    assert first[1] == TITLE and 'value="h.' in first[0]
    hand = re.search(r'data-outcomes="\.\./(assets/outcomes/table/u_lva\.[^"]*json)"', first[0])
    assert hand and json.loads((site / hand[1]).read_text("utf-8"))["answers"]
    assert "Hlučín" in str(rest) and "data-outcomes" not in str(rest)
    assert 'href="play/"' in (site / "index.html").read_text("utf-8")


def test_the_comparison_knows_the_houses_table(site: Path) -> None:
    matrix = (site / "compare/index.html").read_text("utf-8")
    first, second = re.findall(r'<th scope="col" data-col="([^"]+)">(.*?)</th>', matrix)[:2]
    assert first == ("u_lva", f'<a href="../reference/u_lva/">{TITLE}</a>')
    assert second == ("hlucin", "<span>Hlučín</span>")  # no page of this site's
    (row,) = re.findall(r'<tr id="q-rate">.*?</tr>', matrix, re.DOTALL)
    ours, theirs = re.findall(r'<td data-col="(?:u_lva|hlucin)".*?</td>', row, re.DOTALL)
    assert "povinnost</span></b>: 0.20" in ours and 'href="../reference/u_lva/#HLU-SET-01"' in ours
    assert "povinnost</span></b>: 0.10" in theirs
    assert "<a" not in theirs and '<span class="tk-unlinked">' in theirs
    # Where the two are told in sentences, the table goes by its packed name.
    box = re.search(r'<input type="checkbox" name="sets" value="u_lva"[^>]*>', matrix)
    named = box and re.search(r'data-name="([^"]+)"', box[0])
    assert box and " checked" in box[0] and named and rules.load(named[1]).title == TITLE
    two = _words(site / "compare/two/index.html")
    assert f"Hlučín and {TITLE} differ in 2 ways." in two and "0.20" in two


def test_the_same_hand_is_settled_by_the_houses_rules(site: Path) -> None:
    page = (site / "compare/hand/index.html").read_text("utf-8")
    gallery, own = page.split('<section class="tk-tool-frame"')
    examples = gallery.split('<div class="tk-example">')[1:]
    ours = [example for example in examples if f">{TITLE}</a></h3>" in example]
    assert len(ours) == 6  # all but those with the large pack
    cards = re.findall(r"<li>(<h3>.*?)</details></li>", ours[0], re.DOTALL)
    assert TITLE in cards[0] and "Hlučín" in cards[1]
    assert '../../reference/u_lva/#HLU-SET-01"' in cards[0]
    assert "../../calculators/u_lva/settle/#t=settle&" in unescape(cards[0])
    assert f">{TITLE}</a></h3>" in own


def test_the_builder_begins_with_the_houses_rules(site: Path) -> None:
    page = (site / "house/build/index.html").read_text("utf-8")
    assert f"{TITLE} differs from Hlučín in 2 things." in _words(site / "house/build/index.html")
    box = re.search(r'<input type="radio" name="o.varsava.mond_free" value="yes"[^>]*>', page)
    assert box and " checked" in box[0]
    price = re.search(r'<input[^>]* name="n.contracts.povinnost.rate"[^>]*>', page)
    assert price and 'value="0.20"' in price[0]
    assert re.search(r'<option value="h\.[^"]+">' + re.escape(TITLE), page)
    house = (site / "house/index.html").read_text("utf-8")
    assert 'href="../house/build/"' in house and house.count("<h1") == 1


def _broken(pages: Mapping[str, str]) -> set[tuple[str, str]]:
    """Links between these pages, by their addresses, that lead nowhere."""
    ids = {url: set(re.findall(r'\bid="([^"]+)"', html)) for url, html in pages.items()}
    links = set()
    for url, html in pages.items():
        text = re.sub(r"<script\b.*?</script>", "", html, flags=re.DOTALL)
        for address in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', text):
            to, _, anchor = unescape(address).partition("#")
            if re.match(r"[a-z]+:", to) or "/assets/" in f"/{to}":
                continue
            target = posixpath.normpath(posixpath.join("/", url, to)).strip("/")
            target = f"{target}/" if target else ""
            wanted = "" if "=" in anchor or anchor == "__skip" else anchor
            if target not in ids or (wanted and wanted not in ids[target]):
                links.add((url, address))
    return links


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    files = {page: page.parent.relative_to(site).as_posix() for page in site.rglob("index.html")}
    pages = {
        "" if url == "." else f"{url}/": page.read_text("utf-8") for page, url in files.items()
    }
    no_pages = _broken(pages)
    assert (
        len(pages) > 25
        and {one for one in no_pages if not (site / "/".join(one)).is_file()} == set()
    )
    for page, html in zip(files, pages.values(), strict=True):
        for address in re.findall(r'\b(?:src|href)="([^"]*/?assets/[^"#]*)', html):
            assert (page.parent / unescape(address)).exists(), (page, address)


@pytest.mark.parametrize("parent", ["polish", "machtarok", "victoria", "heun", "french-3"])
def test_a_house_of_any_rule_set_has_its_rules_with_every_link(parent: str, tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text(
        f"table: ours\ntitle: Ours\nextends: {parent}\nunit: {{name: beans}}\n", "utf-8"
    )
    names = club_pages.read(["house.yaml"], tmp_path)
    club = club_pages.Club(names, ROOT / "docs", tmp_path, lessons=False)
    pages, _ = club_pages.generated(club, ["index.md"])
    by_url = {club_pages._url(path): html for path, html in {**pages, "index.md": ""}.items()}
    assert _broken(by_url) == set()
    rule = re.search(
        r'<p id="[A-Z]+-[A-Z]+-\d+" class="tk-point">|class="tk-point" id=',
        pages["reference/ours.md"],
    )
    assert rule and "beans" in pages["reference/ours.md"]


def test_the_site_is_whole(site: Path) -> None:
    for path in (
        "assets/py/pyodide-lock.json",
        "assets/js/main.js",
        "assets/cards.svg",
        "assets/js/worker.js",
        "assets/css/terms.css",
        "reference/glossary/index.html",
        "house/index.html",
    ):
        assert (site / path).is_file(), path
    page = (site / "learn/u_lva/talon/index.html").read_text("utf-8")
    sheets = re.findall(r'<link rel="stylesheet" href="(?:\.\./)*([^"]*)"', page)
    assert sheets[1:] == ["assets/css/terms.css"] and all(
        (site / sheet).is_file() for sheet in sheets
    )
    assert "Content-Security-Policy" in page
    houses = re.search(r'<meta name="taroky-houses" content="([^"]*)"', page)
    assert houses
    ((packed, where),) = json.loads(unescape(houses[1])).items()
    assert where == "u_lva" and rules.load(packed).title == TITLE
    pages = re.search(r' data-pages="([^"]*)"', page)
    assert pages and {"reference/u_lva", "reference/glossary", "calculators/u_lva"} <= set(
        pages[1].split()
    )
    assert not (site / "learn/hlucin").exists() and not (site / "reference/hlucin").exists()


def test_the_site_is_there_in_the_other_language_too(site: Path) -> None:
    page = (site / "cs/reference/u_lva/index.html").read_text("utf-8")
    assert '<html lang="cs"' in page and f"Pravidla: {TITLE}" in _words(
        site / "cs/reference/u_lva/index.html"
    )
    point = re.search(r'<p [^>]*id="HLU-SET-01".*?</p>', page, re.DOTALL)
    assert point and "0,20\u00a0Kč" in point[0]
    welcome = _words(site / "cs/index.html")
    assert "Vítejte! Takhle hrajeme taroky" in welcome and "Naše pravidla" in welcome
    assert 'hreflang="cs"' in (site / "index.html").read_text("utf-8")
    # What all editions share is there once, and pages that are not wanted are not there.
    assert {path.name for path in (site / "cs/assets").iterdir()} <= {
        "pages.json",
        "kept.json",
        "outcomes",
    }
    assert not (site / "cs/learn").exists() and not (site / "nav.cs.yaml").exists()


def test_rule_sets_of_the_project_may_stand_beside_a_house(tmp_path: Path) -> None:
    _house(tmp_path)
    names = club_pages.read(["house.yaml", "heun"], tmp_path)
    club = club_pages.Club(names, ROOT / "docs", tmp_path, lessons=False, calculators=False)
    pages, files = club_pages.generated(club, ["evening/index.md"])
    assert {"reference/ours.md", "reference/ours-differences.md", "reference/heun.md"} <= set(pages)
    assert "evening/index.md" not in pages  # the club has one of its own
    assert not any(path.startswith(("learn/", "calculators/")) for path in pages)
    assert (
        "HEUN-BIDDING-01" in pages["reference/heun.md"] and "{{" not in pages["reference/heun.md"]
    )
    assert ">Taroky (Heun)</a>" not in pages["reference/ours.md"]
    hands = {
        f"assets/outcomes/{kind}/{name}.json"
        for kind in ("table", "coached")
        for name in ("ours", "heun")
    }
    assert set(files) == {"assets/css/terms.css", *hands}
    own = club_pages.written(club, {"index.md": "<!-- tool: declare rules=ours -->"})
    assert f'value="{names[0]}"' in own["index.md"]


def test_a_project_that_names_no_rules_gets_all_that_have_lessons(tmp_path: Path) -> None:
    docs, target = tmp_path / "docs", tmp_path / "target"
    docs.mkdir()
    target.mkdir()
    order = Order(
        str(tmp_path), str(docs), [], str(target), str(ROOT), lessons=False, calculators=False
    )
    made = generate(order).generated
    rule_pages = {Path(path).stem for path in made if re.fullmatch(r"reference/[^/]+\.md", path)}
    assert set(COURSES) <= rule_pages
    assert not rule_pages & (set(rules.ids()) - set(COURSES))


def test_a_release_has_a_club_to_begin_with_and_checksums(installed: dict[str, str]) -> None:
    folder = Path(installed["PYTHONPATH"]).parent
    sums = (folder / "wheels" / release.SUMS).read_text("utf-8").splitlines()
    named = {name: digest for digest, name in (line.split("  ") for line in sums)}
    assert len(named) == 4 and release.ARCHIVE in named
    for name, digest in named.items():
        assert hashlib.sha256((folder / "wheels" / name).read_bytes()).hexdigest() == digest
    unpacked = folder / release.FOLDER
    assert {file.name for file in unpacked.iterdir()} == {
        "README.cs.md",
        "README.md",
        "README.pl.md",
        "club",
        "requirements.txt",
        "wheels",
    }
    assert rules.read(unpacked / "club/house.yaml").title == "Our club"
    assert _told(unpacked / "club") == [
        "Nothing changes for your rules, their words and the pages."
    ]


def test_an_installed_release_updates_and_serves_below_a_path(
    club_project: Path, installed: dict[str, str], tmp_path: Path
) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "taroky", "update", "--look"],
        cwd=club_project,
        env=installed,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Nothing changes for your rules" in printed
    below = tmp_path / "clubs" / "lion"
    shutil.copytree(club_project / "site", below, copy_function=os.link)
    with serve(tmp_path) as server:
        for page in ("", "play/", "reference/u_lva/", "cs/"):
            url = f"{server.url}clubs/lion/{page}"
            html = urllib.request.urlopen(url, timeout=60).read().decode()
            links = re.findall(
                r'<(?:link|script|a)\b[^>]*?\b(?:href|src)="(?!https?:)([^"#]+)', html
            )
            paths = {urllib.parse.urljoin(url, unescape(link)) for link in links}
            assert len(paths) > 10 and all(
                path.startswith(f"{server.url}clubs/lion/") for path in paths
            )
            for path in paths:
                assert urllib.request.urlopen(path, timeout=60).status == 200, path


def test_serve_shows_a_change_of_the_rules(
    club_project: Path, installed: dict[str, str], tmp_path: Path
) -> None:
    ignored = shutil.ignore_patterns("site")
    folder = shutil.copytree(club_project, tmp_path / "u_lva", ignore=ignored)
    config = folder / "mkdocs.yml"  # what is looked at is one page: the site need have no others
    asks = config.read_text("utf-8")
    wanted = asks.replace("[en, cs]", "[en]").replace(
        "rules: [house.yaml]", "lessons: false\n      calculators: false\n      rules: [house.yaml]"
    )
    assert wanted != asks
    config.write_text(wanted, "utf-8")
    address = f"127.0.0.1:{free_port()}"
    house = folder / "house.yaml"
    before = house.read_text("utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "taroky", "serve", "--address", address],
        cwd=folder,
        env=installed,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as server:
        try:
            page = f"http://{address}/reference/u_lva/"
            assert "0.20\u00a0Kč" in _served(page, "0.20")
            house.write_text(before.replace("rate: 0.20", "rate: 0.30"), "utf-8")
            assert "0.30\u00a0Kč" in _served(page, "0.30")
        finally:
            os.killpg(server.pid, signal.SIGTERM)


def _served(page: str, text: str) -> str:
    """Return what is served once it has this text; fails after two minutes."""
    html = ""
    for _ in range(1200):
        try:
            with urllib.request.urlopen(page, timeout=5) as answer:
                html = answer.read().decode()
        except OSError:
            html = ""
        point = re.search(r'<p [^>]*id="HLU-SET-01".*?</p>', html, re.DOTALL)
        if point and text in point[0]:
            return point[0]
        time.sleep(0.1)
    raise AssertionError(html[:500])
