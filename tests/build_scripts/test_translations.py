"""A language is two text files: a new one is begun, compiled and spoken, and changes of English are noticed."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from taroky.messages import card_label, catalogues, forms, say, speaking
from taroky.messages.speakers import speaker
from taroky_build.browser_python import wheels
from taroky_build.catalogues import compiling
from taroky_build.catalogues.po_files import entries, read
from taroky_build.errors import BuildError
from taroky_devtools.translations import catalogues as files
from taroky_devtools.translations import checks, words_left

POLISH_FORMS = """\
cases: [nominative, genitive, dative, accusative, locative, instrumental]
genders: [animate, masculine, feminine, neuter, plural]
number: {decimal: ",", group: "\\u00a0"}
count: [{number: one}, {number: many}, {number: many, nominative: genitive, accusative: genitive}]
fraction: {number: one, nominative: genitive, accusative: genitive}
prepositions: {w: {we: "w[bcdfghjklmnprstwz]|fr"}}
card of suit: "{rank} {suit}"
agreeing: {suit.S: {any: pik}, suit.H: {any: kier}}
words:
  rank.K: {gender: animate, one: "król, króla, królowi, króla, królu, królem"}
  rank.Q: {gender: feminine, one: "dama, damy, damie, damę, damie, damą"}
  karta: {gender: feminine, one: "karta, karty, karcie, kartę, karcie, kartą", many: "karty, kart, kartom, karty, kartach, kartami"}
"""
POLISH = {
    "rank.K": ("król",),
    "rank.Q": ("dama",),
    "suit.S": ("pik",),
    "suit.H": ("kier",),
    "card.of_suit": ("{rank} {suit}",),
    "label.of_suit": ("{rank} {suit}",),
    "winner.beaten": ("{best:card} bije {card:card.accusative}.",),
    "hand.size": (
        "Na ręce jest {n:count.karta}, a ma być {expected}.",
        "Na ręce są {n:count.karta}, a ma być {expected}.",
        "Na ręce jest {n:count.karta}, a ma być {expected}.",
    ),
}


def _write(folder: Path, words_of: dict[str, tuple[str, ...]], language: str = "pl") -> None:
    """Put words behind the ids of a catalogue, as a translator does in an editor."""
    path = folder / f"{language}.po"
    text = path.read_text("utf-8")
    for name, words in words_of.items():
        plural = r"msgid_plural .*\n" if len(words) > 1 else ""
        strings = [
            f'msgstr[{form}] "{one}"' if plural else f'msgstr "{one}"'
            for form, one in enumerate(words)
        ]
        entry = rf'(msgid "{re.escape(name)}"\n{plural})(?:msgstr.*\n)+'
        text, count = re.subn(entry, lambda m: m[1] + "\n".join(strings) + "\n", text)  # noqa: B023
        assert count == 1, name
    path.write_text(text, "utf-8")
    files.read.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the English catalogue in which a language may be made."""
    for name in ("en.po", "en.mo"):
        shutil.copy(files.FOLDERS[0] / name, tmp_path / name)
    caches = (catalogues._catalogue, catalogues.languages, forms.of, speaker)
    monkeypatch.setattr(catalogues, "_folders", [tmp_path])
    for one in (*caches, files.read):
        one.cache_clear()
    yield tmp_path
    for one in (*caches, files.read):
        one.cache_clear()


def _begin(folder: Path) -> None:
    files.update(folder, "pl")
    _write(folder, POLISH)
    (folder / "forms.pl.yaml").write_text(POLISH_FORMS, "utf-8")


def test_a_new_language_is_two_text_files(folder: Path) -> None:
    _begin(folder)
    compiling.write(folder, "pl")
    assert list(checks.problems(folder, "pl")) == []
    assert catalogues.languages() == ("en", "pl")
    with speaking("pl"):
        assert say("winner.beaten", card="KS", best="QH").text() == "Dama kier bije króla pik."
        assert card_label("KH") == "Król kier"
        sentences = [
            say("hand.size", n=n, expected=12).text().replace("\u00a0", " ") for n in (1, 3, 5, 22)
        ]
        assert sentences == [
            "Na ręce jest 1 karta, a ma być 12.",
            "Na ręce są 3 karty, a ma być 12.",
            "Na ręce jest 5 kart, a ma być 12.",
            "Na ręce są 22 karty, a ma być 12.",
        ]
        # a card without a name in Polish: the whole sentence is English
        assert say("winner.beaten", card="KS", best="XIX").text() == (
            "The king of spades is beaten by the XIX."
        )


def test_a_change_of_the_english_words_is_noticed(folder: Path) -> None:
    files.update(folder, "pl")
    _write(folder, POLISH)
    assert files.state(folder, "pl").changed == {}
    english = folder / "en.po"
    words = '"{card:card} is beaten by {best:card}."'
    assert words in english.read_text("utf-8")
    english.write_text(
        english.read_text("utf-8").replace(words, '"{best:card} beats {card:card}."'), "utf-8"
    )
    files.read.cache_clear()
    assert files.state(folder, "pl").changed == {
        "winner.beaten": ("{card:card} is beaten by {best:card}.", "{best:card} beats {card:card}.")
    }
    files.update(folder, "pl")
    files.read.cache_clear()
    assert files.state(folder, "pl").fuzzy == ("winner.beaten",)
    compiling.write(folder, "pl")
    with speaking("pl"):  # a fuzzy sentence is not used
        assert say("winner.beaten", card="KS", best="QH").text().startswith("The king")


def test_parameters_that_a_message_does_not_have_are_told(folder: Path) -> None:
    files.update(folder, "de")
    _write(folder, {"winner.beaten": ("{best:card} sticht {kard:card} {best:carp}.",)}, "de")
    carp, kard, card = checks.problems(folder, "de")
    assert "winner.beaten: “carp” is no way to say “best”: expected card, suit" in carp
    assert kard.endswith("winner.beaten: there is no “kard” in this message; there is best, card.")
    assert card.endswith("winner.beaten: “card” is missing; expected all of best, card.")
    assert all(re.search(r"/de\.po, line \d+: ", one) for one in (carp, kard, card))


#: What is changed in the sentence "{best:card} bije {card:card.accusative}.", and what is said of it.
WRONG_SENTENCES = [
    ("accusative", "acusative", "there is no case “acusative”; expected nominative, genitive"),
    ("card.accusative", "card.accusative.q", "there is no preposition “q”; expected w."),
    ("card.accusative", "card.agree", "0 words agree; expected one for each of animate"),
    ("card.accusative", "card.agree.a.b.c.d.e.f", "6 words agree; expected one for each of"),
    ("card.accusative", "kard", "“kard” is no way to say “card”: expected card, suit"),
    ("card.accusative", "cards", "it is one thing; expected card"),
    ("card.accusative", "money", "it is not an amount; expected card"),
    ("card.accusative", "term-cal", "there are no names “cal.…”"),
    ("card.accusative", "count.kartta", "the table of forms has no word “kartta”"),
    ("card.accusative", "count.karta.genitiv", "no case or preposition “genitiv”"),
    (
        "card.accusative",
        "count.set.@kind",
        "there is no “kind” in this message; there is best, card",
    ),
    ("{card:card.accusative}", "{cart}", "there is no “cart” in this message; there is best, card"),
    ("{card:card.accusative}", "{card:card", "a brace is not closed or stands alone; expected"),
    ("{card:card.accusative}", "{0}", "there is no “0” in this message; there is best, card"),
    ("{card:card.accusative}", "{card!r}", "a brace is not closed or stands alone; expected"),
    ("{card:card.accusative}", "króla", "“card” is missing; expected all of best, card"),
    ('{card:card.accusative}."', "króla", "is no line of a catalogue; expected msgid, msgstr or #"),
]
BEATEN = "The king of spades is beaten by the queen of hearts."


@pytest.mark.parametrize(("right", "wrong", "problem"), WRONG_SENTENCES)
def test_a_wrong_sentence_is_told_and_said_in_english(
    folder: Path, right: str, wrong: str, problem: str
) -> None:
    _begin(folder)
    path = folder / "pl.po"
    before, here, after = path.read_text("utf-8").partition("{best:card} bije")
    path.write_text(before + here + after.replace(right, wrong, 1), "utf-8")
    files.read.cache_clear()
    line = before.count("\n")  # of its msgid, or of what is no line
    mistakes = compiling.write(folder, "pl")
    assert any(problem in one for one in mistakes), mistakes
    for one in mistakes:
        assert re.search(rf"/pl\.po, line ({line}|{line + 1}): ", one), (one, line)
    assert list(checks.problems(folder, "pl")) == mistakes
    with speaking("pl"):
        assert say("winner.beaten", card="KS", best="QH").text() == BEATEN
        assert card_label("KH") == "Król kier"


WRONG_TABLES = [
    ("król, króla, ", "król, ", "rank.K has 5 forms; there are 6 cases: nominative"),
    ("rank.K: {gender: animate", "rank.K: {gender: anim", "the gender “anim”; expected one of"),
    ("rank.K: {gender: animate", "rank.K: {sort: animate", "“sort” is unknown; expected gender"),
    ('"król, króla', '"król|króla', "neither ; nor | may be in a word"),
    ('one: "król', 'one: ["król', "the YAML cannot be read here: the bracket"),
    (
        "agreeing: {suit.S: {any: pik}",
        "agreeing: {suit.S: {all: pik}",
        "the gender “all”; expected",
    ),
    ("words:", "word:", "“words” is missing; expected cases, genders"),
    (
        "fraction: {number: one, nominative: genitive",
        "fraction: {number: one, nominativ: genitive",
        "there is no case “nominativ”",
    ),
    (
        "count: [{number: one}",
        "count: [{number: single}",
        "number is “single”; expected one or many",
    ),
    ('"{rank} {suit}"', '"{rank} {colour}"', "expected {rank} and {suit}"),
    ('"w[bcdfghjklmnprstwz]|fr"', '"w[bcd|fr"', "the pattern of “w” cannot be read"),
]


@pytest.mark.parametrize(("right", "wrong", "problem"), WRONG_TABLES)
def test_a_wrong_table_of_forms_is_told_and_stops_nobody(
    folder: Path, right: str, wrong: str, problem: str
) -> None:
    _begin(folder)
    assert right in POLISH_FORMS
    (folder / "forms.pl.yaml").write_text(POLISH_FORMS.replace(right, wrong, 1), "utf-8")
    mistakes = compiling.write(folder, "pl")
    place = r"/forms\.pl\.yaml, line \d+"
    assert any(problem in one and re.search(place, one) for one in mistakes), mistakes
    with speaking("pl"):
        sentences = say("winner.beaten", card="KS", best="QH").text(), card_label("QH")
    assert sentences[0] in (BEATEN, "Dama kier bije króla pik."), sentences


def test_a_file_that_is_no_text_leaves_the_language_in_english(folder: Path) -> None:
    _begin(folder)
    path = folder / "pl.po"
    path.write_bytes(path.read_bytes().replace("Król".encode(), "Kr\xf3l".encode("latin-1")))
    path.write_bytes(path.read_bytes().replace("król".encode(), "kr\xf3l".encode("latin-1")))
    files.read.cache_clear()
    (mistake,) = (one for one in compiling.write(folder, "pl") if "UTF-8" in one)
    assert re.search(r"/pl\.po, line \d+: this is not UTF-8; expected", mistake)
    with speaking("pl"):
        assert say("winner.beaten", card="KS", best="QH").text() == BEATEN
    path.write_text("")
    files.update(folder, "pl")
    text = path.read_text("utf-8")
    path.write_text(re.sub("nplurals=3; plural=.*;", "nplurals=3; plural=n~1;", text), "utf-8")
    files.read.cache_clear()
    (mistake,) = compiling.write(folder, "pl")
    assert "the plural forms cannot be read; expected nplurals=…; plural=…;" in mistake
    with speaking("pl"):
        assert say("hand.size", n=3, expected=12).text().startswith("The hand has 3 cards")


def test_a_language_that_is_begun_is_offered_what_tables_make(folder: Path) -> None:
    files.update(folder, "lt")
    begun = entries(read(folder / "lt.po"))
    offered = {"rank.10", "rank.2", "pot.pot", "term.play", "name.horseman", "name.1 Tarok"}
    assert offered | {"name.Texas Taroky (Victoria)"} <= begun.keys()
    assert not any(any(one.words) for one in begun.values())
    assert begun["rank.10"].comment == "10" and files.state(folder, "lt").unknown == ()
    # what a table of forms has in all cases is not asked for again
    assert "name.horseman" not in files.made_by_tables(files.FOLDERS[0], "cs")
    assert files.made_by_tables(files.FOLDERS[1], "lt") == {}
    assert "fuzzy" not in (folder / "lt.po").read_text("utf-8")


def test_a_file_with_a_mistake_is_not_written_again(folder: Path) -> None:
    files.update(folder, "lt")
    path = folder / "lt.po"
    path.write_text(path.read_text("utf-8") + '\nmsgid "mine\nmsgstr "moje"\n', "utf-8")
    before = path.read_bytes()
    with pytest.raises(BuildError, match=r"lt\.po, line \d+: .* nothing was changed"):
        files.update(folder, "lt")
    assert path.read_bytes() == before


def test_only_a_language_can_be_begun() -> None:
    for code in ("slovak", "en", "s", "../sk"):
        assert not files.is_language(code)
    assert files.is_language("sk") and files.is_language("de")


def test_readers_of_english_fetch_no_other_language(tmp_path: Path) -> None:
    folder = tmp_path / "messages"
    folder.mkdir()
    for name in ("en.po", "en.mo", "cs.po", "cs.mo"):
        shutil.copy(files.FOLDERS[0] / name, folder / name)
    wheels._compile_catalogues(tmp_path)
    assert [path.name for path in folder.iterdir()] == ["en.mo"]


def test_what_has_changed_is_compiled_and_nothing_else(tmp_path: Path) -> None:
    here, there = files.FOLDERS[0], compiling.folders(tmp_path)[0]
    there.mkdir(parents=True)
    for name in ("en.po", "cs.po", "forms.cs.yaml"):
        shutil.copy(here / name, there / name)
    assert compiling.compile_changed(tmp_path)
    assert sorted(path.name for path in there.glob("*.mo")) == ["cs.mo", "en.mo"]
    assert not compiling.compile_changed(tmp_path)
    english = (there / "en.mo").stat().st_mtime_ns
    table = there / "forms.cs.yaml"
    table.write_text(table.read_text("utf-8").replace("pagáta", "pagátka"), "utf-8")
    assert compiling.compile_changed(tmp_path)
    assert "pagátka".encode() in (there / "cs.mo").read_bytes()
    assert (there / "en.mo").stat().st_mtime_ns == english


def test_words_left_are_counted_by_room_with_what_learners_meet_first_at_the_top() -> None:
    every = list(words_left.counted("cs"))
    assert {room for room, _, _ in every} == set(words_left.ROOMS)
    in_all = sum(words for _, words, _ in every)
    begun = list(words_left.counted("xx"))
    assert sum(words for _, words, done in begun if not done) == in_all
    lines = list(words_left.table("xx"))
    assert [line.split("  ")[-1] for line in lines[1:-1]] == list(words_left.ROOMS)
    assert lines[-1].split() == [f"{in_all:,}", "of", f"{in_all:,}", "in", "all"]
    # no room takes the messages of another: each prefix is that of a message
    for package, rooms in words_left._MESSAGES.items():
        (folder,) = (one for one in files.FOLDERS if one.parent.name == package)
        firsts = {name.partition(".")[0] for name in entries(read(folder / "en.po"))}
        prefixes = [prefix for _, named in rooms for prefix in named.split()]
        assert len(prefixes) == len(set(prefixes))
        assert set(prefixes) <= firsts


def test_what_is_translated_is_no_longer_left(tmp_path: Path) -> None:
    (english,) = (one for one in files.FOLDERS if one.parent.name == "taroky")
    folder = tmp_path / "taroky" / "messages"
    folder.mkdir(parents=True)
    (folder / "en.po").write_text((english / "en.po").read_text("utf-8"), "utf-8")
    (folder / "xx.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8"\n\n'
        '#. {first} and {last}\nmsgid "list.and"\nmsgstr "{first} i {last}"\n',
        "utf-8",
    )
    done = [one for one in words_left._messages(folder, "xx") if one[2]]
    assert done == [(words_left.TABLE, 1, True)]


def test_amounts_at_the_table_are_in_chips_and_points() -> None:
    """A rule table names one of them, “chip”: an English sentence asks for the word that goes with amounts."""
    (folder,) = (one for one in files.FOLDERS if one.parent.name == "taroky_tutorials")
    english = entries(read(folder / "en.po"))
    ways = {
        name: one.fields()["unit"]
        for name, one in english.items()
        if name.startswith("table.") and "unit" in one.fields()
    }
    assert len(ways) > 8
    assert set().union(*ways.values()) == {"term-unit"}, ways
