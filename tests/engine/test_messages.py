"""Every sentence comes from a catalogue: ids used in code exist."""

import ast
import re
from pathlib import Path

import pytest
from taroky import messages, rules
from taroky.messages import card_label, card_name, catalogues, say

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = [ROOT / "engine/taroky/messages", ROOT / "tutorials/taroky_tutorials/messages"]
SOURCES = [*ROOT.glob("engine/taroky/**/*.py"), *ROOT.glob("tutorials/taroky_tutorials/**/*.py")]


def known_ids() -> set[str]:
    """All message ids of all catalogues."""
    text = "".join((folder / "en.po").read_text(encoding="utf-8") for folder in CATALOGUES)
    return set(re.findall(r'^msgid "(.+)"$', text, re.MULTILINE))


def used_ids() -> set[str]:
    """Ids that code says outright: the first argument of say() and _refuse()."""
    ids = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            name = getattr(node.func, "id", "")
            first = node.args[0]
            if name in ("say", "_refuse") and isinstance(first, ast.Constant):
                ids.add(first.value)
    return ids


def test_every_message_used_has_words() -> None:
    assert len(used_ids()) > 150
    assert used_ids() - known_ids() == set()


#: What a parser of YAML says, in English; other languages have words of their own for it.
_PARSED = "table.broken"


def test_code_puts_no_english_into_a_message() -> None:
    """A translator never sees what is not in a catalogue."""
    texts = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in (
                "say",
                "bad",
                "_bad",
                "_refuse",
            ):
                continue
            if (
                isinstance(node.args[0] if node.args else None, ast.Constant)
                and node.args[0].value == _PARSED
            ):
                continue
            words = [one.value for one in ast.walk(node) if isinstance(one, ast.Constant)]
            texts += [
                word
                for word in words
                if isinstance(word, str) and re.search(r"\b[a-z]{2,} [a-z]{2,}|^an? ", word)
            ]
    assert set(texts) <= {"first hand"}  # a key of a record's head


def test_messages_made_from_rows_have_words() -> None:
    table = rules.load("hlucin")
    made = {f"item.bonus.{cell}" for cell in ("silent", "silent_failed", "announced", "failed")}
    made |= {f"play.bars.{bar}" for bar in table.play["varsava"].bars}
    made |= {f"offer.{name}.not_now" for name, o in table.offers.items() if o.who == "declarer"}
    made |= {f"ended.{name}" for name, o in table.offers.items() if o.then == "end"}
    made |= {f"call.{name}" for name in (*table.auction.calls, *table.contracts)}
    made |= {f"say.{name}" for name in (*table.declarations.rows, *table.bonuses)}
    made |= {f"phase.{name}" for name in table.phases if name != "score"}
    made |= {f"call.{name}" for one in rules.ids() for name in rules.load(one).offers}
    assert made - known_ids() == set()


#: Pieces that another sentence is put together from.
PIECES = {"table.place", "table.place_file", "table.at", "record.line"}


def test_what_is_wrong_with_a_table_or_a_record_is_told_in_a_whole_sentence() -> None:
    text = (CATALOGUES[0] / "en.po").read_text(encoding="utf-8")
    messages = re.findall(
        r'^msgid "((?:table|record|deal|auction|fact)\..+)"\nmsgstr "(.+)"$', text, re.M
    )
    # a sentence may end with another message, which is a suggestion or a mistake in YAML
    ends = (".", "?", "!", "; {near}", ": {problem}")
    open_ended = {name for name, words in messages if not words.endswith(ends)}
    inner = re.findall(
        r'^msgid "(?:yaml\..+|expected\.(?:near|known|nothing|name|cards_or))"\nmsgstr "(.+)"$',
        text,
        re.M,
    )
    assert len(inner) > 15 and all(words.endswith((".", "?")) for words in inner)
    assert len(messages) > 100
    assert open_ended - PIECES == set()


def test_missing_catalogues_are_one_sentence_that_says_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "_folders", [tmp_path])
    catalogues.look_again()
    try:
        with pytest.raises(SystemExit, match=r"en\.mo is missing: run `make messages`"):
            say("lead.first", seat="A").text()
    finally:
        catalogues.look_again()


def test_cards_have_names_in_sentences_and_labels_alone() -> None:
    assert [card_name(c) for c in ("KS", "10C", "AH", "XIX", "SKYZ", "XXI", "I")] == [
        "the king of spades",
        "the 10 of clubs",
        "the ace of hearts",
        "the XIX",
        "the škýz",
        "the mond",
        "the pagát",
    ]
    assert card_label("KS") == "King of spades"
    assert card_label("XIX") == "Tarok XIX"
    labels = {card_label(card) for card in rules.load("hlucin").cards.cards}
    assert len(labels) == 54


def test_plurals_and_sentences() -> None:
    assert say("discard.count", n=1, given=2).text() == "Discard exactly 1 card, not 2."
    assert say("discard.count", n=4, given=2).text() == "Discard exactly 4 cards, not 2."
    assert say("winner.suit", card="KS", suit="S").text().startswith("The king of spades takes")
    assert {"cs", "en"} <= set(messages.languages())


def test_a_set_of_cards_may_have_a_name_besides_that_of_a_row() -> None:
    names = {"trul": "Trul", "set.trul": "trul cards", "taroky": "taroki"}
    with messages.local_names(names):
        assert messages.term("say", "trul") == "Trul"
        assert messages.term("set", "trul") == "trul cards"
        assert messages.term("set", "taroky") == "taroki"


def test_every_wording_names_its_parameters_plainly() -> None:
    """No wording reaches into a parameter: what it needs is a parameter of its own."""
    for folder in (Path(messages.__file__).parent, ROOT / "tutorials/taroky_tutorials/messages"):
        text = (folder / "en.po").read_text("utf-8")
        assert re.findall(r"\{[a-z_]+[\[.!][^}]*\}", text) == []
