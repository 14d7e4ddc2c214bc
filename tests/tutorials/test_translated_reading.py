"""The glossary and the known games in another language: entries beside the English file, whole or not at all."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from taroky.errors import TableError
from taroky.messages import speaking
from taroky.rules.tree import read_file
from taroky_devtools.translations import reading
from taroky_tutorials.lessons import lesson_files, translated
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.reading import course_pages, glossary, known_games, terms

#: What lessons emphasise though it is plain Czech.
PLAIN = {"nemusíš", "nemáš", "předat"}
ENGLISH = """
- id: trick
  group: play
  term: trick
  means: One card from each player, of which the best takes all.
  forms: [trick]
  mark: emphasised
  names: {cs: "zdvih [zdvikh], štych [shtikh]", de: "Stich [shtikh]"}
- id: brewer
  group: bidding
  term: brewer
  lang: pl
  said: BREV-er
  means: To play alone.
  more: With the talon.
  forms: [brewer]
"""
OF = "trick One card from each player, of which the best takes all."
TRICK = {"of": OF, "term": "zdvih", "means": "Karty všech hráčů.", "forms": ["zdvih", "zdvihu"]}


def _loaded(folder: Path, **entries: Any) -> dict[str, terms.Term]:
    for language in ("en", "cs"):
        (folder / language).mkdir(exist_ok=True)
    (folder / "en" / "terms.yaml").write_text(ENGLISH, "utf-8")
    (folder / "cs" / "terms.yaml").write_text(json.dumps(entries), "utf-8")
    with speaking("cs"):
        return {term.id: term for term in terms.load(folder / "en" / "terms.yaml")}


def test_a_term_has_its_own_word_and_forms_and_keeps_what_it_is_called_elsewhere(
    tmp_path: Path,
) -> None:
    loaded = _loaded(tmp_path, trick=TRICK)
    trick = loaded["trick"]
    assert (trick.term, trick.lang, trick.told_in) == ("zdvih", "cs", "cs")
    assert trick.forms == ("zdvih", "zdvihu")
    words = {code: [(n.word, n.said) for n in trick.words(code)] for code in terms.languages()}
    assert words == {
        "cs": [("zdvih", ""), ("štych", "")],
        "en": [("trick", "")],
        "pl": [],
        "de": [("Stich", "")],
        "fr": [],
    }
    assert (loaded["brewer"].means, loaded["brewer"].told_in) == ("To play alone.", "en")


@pytest.mark.parametrize(
    "change",
    [{"of": "trick One card."}, {"means": ""}, {"of": ""}],
)
def test_what_is_not_whole_or_was_made_from_other_words_is_told_in_english(
    tmp_path: Path, change: dict[str, str]
) -> None:
    trick = _loaded(tmp_path, trick=TRICK | change)["trick"]
    assert (trick.term, trick.lang, trick.told_in) == ("trick", "en", "en")
    assert trick.words("cs")[0].said == "zdvikh"


def test_how_a_foreign_word_is_said_is_written_for_those_who_read_it(tmp_path: Path) -> None:
    own = {
        "of": "brewer To play alone. With the talon.",
        "said": "brever",
        "means": "Hrát sám.",
        "more": "S talonem.",
    }
    brewer = _loaded(tmp_path, brewer=own)["brewer"]
    assert (brewer.term, brewer.lang, brewer.said) == ("brewer", "pl", "brever")
    with speaking("cs"):
        shown = str(glossary.section("bidding", [brewer]))
    assert '<span lang="pl">brewer</span> (brever)' in shown
    assert "<p>Hrát sám. S talonem.</p>" in shown


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"group": "play"}, "group"),
        ({"means": "Dvě. Věty."}, "jedna věta"),
        ({"forms": ["brewer"]}, "trick"),
        ({"rules": ["whist"]}, "whist"),
        ({"names": {"xx": "y"}}, "xx"),
    ],
)
def test_what_does_not_fit_is_named_in_the_file_of_the_language(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(TableError, match=r"terms\.yaml, řádek \d+: ") as caught:
        _loaded(tmp_path, trick=TRICK | change)
    assert said in str(caught.value)


def test_the_report_names_what_is_missing_changed_or_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _loaded(tmp_path, trick=TRICK | {"of": "old"}, trik=TRICK)
    monkeypatch.setattr(
        reading, "FILES", ((tmp_path / "en" / "terms.yaml", *reading.FILES[0][1:]),)
    )
    assert list(reading.report("cs")) == [
        "cs, terms: 0 of 2 entries",
        "  untranslated, 1: brewer",
        "  English has changed: terms, trick",
        "    - old",
        f"    + {OF}",
        "  not in English: terms, trik",
    ]
    file = tmp_path / "cs" / "terms.yaml"
    file.write_text("trick:\n  term: zdvih\n  means: Karty všech hráčů.\n", "utf-8")
    reading.update("cs")
    assert read_file(file).plain()["trick"]["of"] == OF
    assert next(reading.report("cs")) == "cs, terms: 1 of 2 entries"


def test_a_known_game_is_told_whole_or_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en").mkdir()
    path = tmp_path / "en" / known_games.FILE.name
    shutil.copy(known_games.FILE, path)
    monkeypatch.setattr(known_games, "FILE", path)
    english = known_games.load()
    row = read_file(path).plain()[0]
    own = {"of": translated.source(row, known_games.SOURCE), "title": "Bridž", "words": "Slova."}
    (tmp_path / "cs").mkdir()
    (tmp_path / "cs" / path.name).write_text(json.dumps({row["id"]: own}), "utf-8")
    with speaking("cs"):
        first, *rest = known_games.load()
    assert (first.title, first.words, first.told_in) == ("Bridž", "Slova.", "cs")
    assert first.skip == english[0].skip
    assert tuple(rest) == english[1:]


def test_every_emphasised_word_of_a_translated_lesson_is_explained() -> None:
    missing = set()
    with speaking("cs"):
        for course in COURSES:
            known = {form.casefold() for form in terms.by_form((course,))}
            for path in sorted((lesson_files.FOLDER.parent / "cs").glob("*.yaml")):
                lesson = lesson_files.read(lesson_files.FOLDER / path.name, course)
                texts = (
                    [f"{s.prose}\n\n{s.why}" for s in lesson.steps if s.language == "cs"]
                    if lesson
                    else []
                )
                for text in texts:
                    for word in re.findall(
                        r"<em>(.*?)</em>", str(course_pages.prose(text)), re.DOTALL
                    ):
                        said = word.endswith((".", "?", "!"))
                        if not said and word not in PLAIN and word.casefold() not in known:
                            missing.add((word, path.stem))
    assert missing == set()


def test_words_are_marked_as_the_language_declines_them() -> None:
    with speaking("cs"):
        marker = glossary.Marker(("hlucin",), "../")
        marked = str(marker.mark(Markup("<p>Ve <em>zdvihu</em> král přebije škýze, ne krále.</p>")))
        notes = str(marker.notes())
    assert re.findall(r'glossary/#([a-z-]+)"', marked) == ["trick", "skyz"]
    assert "Od každého hráče jedna karta" in notes and "lang=" not in notes
