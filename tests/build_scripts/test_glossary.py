"""The words of the game: strict data, every word that a lesson emphasises, marks that stay text."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from taroky.errors import TableError
from taroky.messages import speaking
from taroky_build.pages import filled_pages, generated_pages
from taroky_tutorials.forms import tools
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.reading import course_pages, glossary, terms, word_search
from taroky_tutorials.reading.glossary import Marker

ROOT = Path(__file__).resolve().parents[2]
#: What lessons emphasise though it is plain English.
PLAIN = {"he", "have", "good"}
GOOD = {"id": "x", "group": "play", "term": "x", "means": "An x.", "forms": "[x]"}


def _told() -> list[tuple[tuple[str, ...], str, str]]:
    """Rule sets, place and prose of everything that lessons tell."""
    texts = []
    for course in COURSES:
        for path in sorted(lesson_files.FOLDER.glob("*.yaml")):
            lesson = lesson_files.read(path, course)
            if lesson is not None:
                texts += [((course,), f"{path.stem} ({course})", lesson.intro)]
                texts += [
                    ((course,), f"{path.stem}/{s.id} ({course})", f"{s.prose}\n\n{s.why}")
                    for s in lesson.steps
                ]
    for home, away in switching.PAIRS:
        lesson = switching.lesson(home, away)
        texts += [
            ((away, home), f"{lesson.id}/{s.id}", f"{s.prose}\n\n{s.why}") for s in lesson.steps
        ]
    return texts


def _write(folder: Path, *rows: dict[str, str]) -> Path:
    path = folder / "terms.yaml"
    path.write_text(
        "".join("- " + "\n  ".join(f"{k}: {v}" for k, v in row.items()) + "\n" for row in rows),
        "utf-8",
    )
    return path


def test_every_emphasised_word_of_a_lesson_is_explained() -> None:
    missing = set()
    for rule_sets, place, prose in _told():
        known = {form.casefold() for form in terms.by_form(rule_sets)}
        for word in re.findall(r"<em>(.*?)</em>", str(course_pages.prose(prose)), re.DOTALL):
            said = word.endswith((".", "?", "!"))  # a whole sentence is no term
            if not said and word not in PLAIN and word.casefold() not in known:
                missing.add((word, place))
    assert missing == set()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"colour": "red"}, "colour"),
        ({"id": '"A b"'}, "not a valid id"),
        ({"group": "fish"}, "fish"),
        ({"lang": "cs"}, "said"),
        ({"lang": "xx"}, "xx"),
        ({"means": "No full stop"}, "one sentence"),
        ({"means": "Two. Sentences."}, "one sentence"),
        ({"means": '""'}, "expected"),
        ({"means": "[An x.]"}, "expected"),
        ({"forms": "x"}, "list"),
        ({"forms": '[""]'}, "expected"),
        ({"mark": "often"}, "often"),
        ({"names": "{xx: y}"}, "xx"),
        ({"names": "y"}, "mapping"),
        ({"names": "{de: y}"}, "how to say it"),
        ({"names": '{de: "y [ü]]"}'}, "how to say it"),
        ({"names": '{en: "y [why]"}'}, "for English the words alone"),
        ({"rules": "[whist]"}, "whist"),
        ({"see": "https://example.org/"}, "see"),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, change: dict[str, str], said: str) -> None:
    assert len(terms.load(_write(tmp_path, GOOD))) == 1
    with pytest.raises(TableError, match=r"terms\.yaml, line \d+: ") as caught:
        terms.load(_write(tmp_path, GOOD | change))
    assert said in str(caught.value)


@pytest.mark.parametrize("key", sorted(GOOD))
def test_nothing_may_be_missing(tmp_path: Path, key: str) -> None:
    row = {name: value for name, value in (GOOD | {"said": "x"}).items() if name != key}
    with pytest.raises(TableError, match=key):
        terms.load(_write(tmp_path, row))


def test_a_form_means_one_thing_in_a_rule_set(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="twice"):
        terms.load(_write(tmp_path, GOOD, GOOD))
    with pytest.raises(TableError, match="means y and x in the same rule set"):
        terms.load(_write(tmp_path, GOOD, GOOD | {"id": "y", "forms": "[X]"}))
    apart = GOOD | {"id": "y", "rules": "[heun]"}
    assert len(terms.load(_write(tmp_path, GOOD | {"rules": "[french]"}, apart))) == 2


class _Page(HTMLParser):
    """Ids, links and what stands around each marked word."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.marked: list[tuple[str, str, tuple[str, ...]]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        if attributes.get("class") == "tk-term":
            described = str(attributes["aria-describedby"])
            self.marked.append((str(attributes["href"]), described, tuple(self.open)))
        if tag not in ("br", "hr", "img", "input", "use", "path", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            while self.open.pop() != tag:
                pass


def test_every_mark_leads_to_the_glossary_and_to_one_note() -> None:
    source = (ROOT / "docs/reference/glossary.md").read_text("utf-8")
    anchors = _Page(filled_pages.expand(source, "reference/glossary.md", ROOT)).ids
    anchors = [one for one in anchors if not one.startswith("t-words")]  # the form's own
    assert sorted(anchors) == sorted(term.id for term in terms.load())
    marked = 0
    for path, text in generated_pages.generated_pages(ROOT).items():
        page = _Page(text)
        base = "../" * (path.count("/") + (not path.endswith("index.md")))
        notes = [one for one in page.ids if one.startswith("tk-note-")]
        assert {described for _, described, _ in page.marked} == set(notes), path
        assert len(notes) == len(set(notes)), path
        for href, described, around in page.marked:
            assert href == f"{base}reference/glossary/#{described.removeprefix('tk-note-')}"
            assert href.partition("#")[2] in anchors
            assert not {"a", "button", "h1", "h2", "h3", "summary", "label"} & set(around), path
        marked += bool(page.marked)
    assert marked > 80


def test_sections_that_terms_point_to_are_there() -> None:
    for term in terms.load():
        if term.see:
            page, _, anchor = term.see.partition("#")
            text = (ROOT / f"docs/reference/{page}.md").read_text("utf-8")
            headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
            assert anchor in {re.sub(r"\W+", "-", h.lower()) for h in headings} | set(
                re.findall(r"#([A-Z-]+\d+)", text)
            )


def test_only_the_first_use_is_marked_and_never_in_a_link() -> None:
    marker = Marker(("hlucin",), "../")
    prose = Markup(
        "<h2>Trul</h2><p><a href='#'>trul</a> &amp; <b>Trul</b>, trul, trulls; void, <em>void</em>."
    )
    marked = str(marker.mark(prose))
    assert marked.count('class="tk-term"') == 2
    assert '<b><span class="tk-termed"' in marked and '<em><span class="tk-termed"' in marked
    assert re.sub(r"</?span[^>]*>|<a class[^>]*>|(?<=Trul|void)</a>", "", marked) == str(prose)
    assert str(marker.mark(Markup("a trul"))).count("tk-term") == 2  # the next step marks anew
    assert str(marker.notes()).count("tk-note-trul") == 1


def test_rule_sets_have_their_own_meanings() -> None:
    assert terms.by_form(["hlucin"])["předák"].id != terms.by_form(["french"])["předák"].id
    assert "Prever" not in terms.by_form(["hlucin"])
    assert terms.by_form(["hlucin", "machtarok"])["povinnost"].id == "povinnost"


def test_hostile_text_stays_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evil = "'\"><script>alert(1)</script> *b* {{ total }}'"
    row = {
        "id": "x",
        "group": "play",
        "term": evil,
        "said": evil,
        "more": evil,
        "forms": "[xyz]",
        "names": f"{{en: {evil}}}",
        "means": "'<img src=x onerror=alert(1)>.'",
    }
    known = terms.load(_write(tmp_path, row))
    monkeypatch.setattr(terms, "load", lambda: known)
    glossary._forms.cache_clear()
    try:
        marker = Marker(("hlucin",), "../")
        shown = str(marker.mark(Markup("<p>xyz</p>"))) + str(marker.notes())
    finally:
        glossary._forms.cache_clear()
    for text in (shown, str(glossary.section("play", known))):
        assert "<script" not in text and "<img" not in text
        assert "&lt;script&gt;" in text and "&lt;img" in text
    assert "&quot;" in shown


#: What reference pages emphasise though it is no word of the game: parts of names that are explained
#: whole, ways of dealing that speak for themselves, the controls of a website, cakes.
NO_TERMS = {
    "haléř",
    "zolo",
    "mały",
    "duży",
    "Heun Rules",
    "first group",
    "second group",
    "kolaches",
    "First level.",
    "Second level.",
    "Third level.",
    "back",
    "taroks",
    "By ones",
    "By sixes",
    "By twos, threes or fours",
    "By 3, 4, 5",
    "Twelves straight",
    "Twelves choice",
    "Difficulty",
    "Timeout",
    "Lock Room",
    "Ace High",
    "Save Settings",
    "Visibility",
    "Start Game",
    "Leave Room",
}


def test_every_emphasised_word_of_a_reference_page_is_explained() -> None:
    known = set()
    for term in terms.load():
        words = [name.word for code in terms.languages() for name in term.words(code)]
        known |= {word.casefold() for text in (term.term, *words) for word in text.split(", ")}
        known |= {form.casefold() for form in term.forms}
    missing = set()
    for path in sorted((ROOT / "docs/reference").glob("*.md")):
        if path.stem == "cards" or "." in path.stem:  # where words come from, titles; translations
            continue
        for word in re.findall(r"(?<!\*)\*([^*\n{}]+)\*(?!\*)", path.read_text("utf-8")):
            rule = re.fullmatch(r"[A-Z]+(-[A-Z]+)+-\d+", word)
            if not rule and word not in NO_TERMS and word.casefold() not in known:
                missing.add((path.stem, word))
    assert missing == set()


def test_words_are_there_in_five_languages_with_how_to_say_them() -> None:
    by_id = {term.id: term for term in terms.load()}
    skyz = {code: [n.word for n in by_id["skyz"].words(code)] for code in terms.languages()}
    assert skyz == {
        "cs": ["škýz"],
        "en": ["Skyz", "fool"],
        "pl": ["skiż"],
        "de": ["Sküs", "Gstieß"],
        "fr": ["excuse"],
    }
    assert by_id["mlada"].words("fr") == ()
    shown = str(glossary.section("cards"))
    assert shown.count('class="tk-languages"') == shown.count("<dt")
    assert '<span lang="fr">chien</span> (shya(n))' in shown
    assert '<span role="img" aria-label="no word known">–</span>' in shown
    for term in by_id.values():
        for code in terms.languages():
            assert all(name.said for name in term.words(code)) or code == "en", term.id
            assert len(set(term.words(code))) == len(term.words(code)), term.id


@pytest.mark.parametrize(
    ("wanted", "first"),
    [
        ("skyz", "skyz"),
        ("ŠKÝZ", "skyz"),
        ("sküs", "skyz"),
        ("skus", "skyz"),
        ("petit au", "jednicka-nakonec"),
        ("maly tarok", "tarocky"),
        ("coeur", "hearts"),
        ("oudlers", "honours"),
        ("powinnosc", "povinnost"),
    ],
)
def test_a_word_is_found_by_any_name_with_or_without_accents(wanted: str, first: str) -> None:
    near = [term.id for term in word_search.matching(terms.load(), word_search.plain(wanted))]
    assert first in near[:3], near


def test_the_finder_answers_in_its_form() -> None:
    def drawn(**fields: str) -> str:
        values = {name: (value,) for name, value in fields.items()}
        return str(tools.draw("words", Fields(values), "../../"))

    assert f"There are {len(terms.load())} words in total." in drawn()
    assert 'href="../../reference/glossary/#talon"' in drawn(find="chien")
    assert "No word here contains" in drawn(find="chien", language="pl")
    assert "&lt;b&gt;" in drawn(find="<b>x") and "<b>" not in drawn(find="<b>x")
    assert "cannot be chosen" in drawn(language="xx")


def test_the_index_has_each_word_once_under_its_letter() -> None:
    with speaking("cs"):
        index = str(glossary.index())
    letters = re.findall("<dt>(.*?)</dt>", index)
    assert letters[:3] == ["B", "C", "Č"] and letters[-2:] == ["Z", "Ž"]
    under = dict(zip(letters, re.findall("<dd>(.*?)</dd>", index, re.DOTALL), strict=True))
    assert re.findall(r">([^<]+)</a>", under["Š"])[:2] == ["škýz", "špatně rozdáno"]
    assert re.findall(r'<a href="#flek"[^>]*>flek</a>', index) and index.count(">flek</a>") == 1
    assert '<a href="#maly-tarok" lang="pl">mały tarok</a>' in under["M"]


def test_words_that_are_spelt_alike_stand_in_the_same_order_in_every_build() -> None:
    command = "from taroky_tutorials.reading import glossary; print(glossary.index())"
    pages = {
        subprocess.run(
            [sys.executable, "-c", command],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(pages) == 1
