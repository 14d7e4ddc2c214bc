"""Tools: fields from forms and links, the card picker, and what may be played."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from html.parser import HTMLParser

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials.browser import handle
from taroky_tutorials.forms import tools
from taroky_tutorials.forms.fields import LONGEST, LONGEST_RULES, MOST_FIELDS, Fields


class Form(HTMLParser):
    """The fields of a form as a browser would send them, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.text = ""
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.tags.add(tag)
        if attributes.get("id"):
            self.ids.append(str(attributes["id"]))
        name, value = attributes.get("name") or "", attributes.get("value") or ""
        if tag == "select":
            self._select = name
        elif tag == "option" and "selected" in attributes:
            self.fields[self._select] = value
        elif tag == "input" and (
            attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        ):
            self.fields[name] = value

    def handle_data(self, data: str) -> None:
        self.text += data


def ask(
    name: str = "play", pressed: tuple[str, str] | None = None, **fields: str
) -> tuple[Form, str]:
    request = {
        "verb": "tool",
        "tool": name,
        "base": "../../",
        "fields": [[key, value] for key, value in {"rules": "hlucin", **fields}.items()],
    }
    if pressed:
        request["pressed"] = list(pressed)
    reply = json.loads(handle(json.dumps(request)))
    assert reply["ok"], reply
    return Form(reply["html"]), reply["html"]


@pytest.mark.parametrize("id", rules.ids())
def test_every_tool_is_drawn_for_every_rule_set(id: str) -> None:
    for name in tools.NAMES:
        form = Form(tools.on_page(name, {"rules": id}, "../"))
        assert form.fields["rules"] == id
        assert len(form.ids) == len(set(form.ids))
        assert "form" in form.tags


def test_cards_are_tapped_into_the_hand_and_out_again() -> None:
    form, _ = ask()
    assert "Tap the cards of your hand" in form.text
    for card, hand in [("KS", "KS"), ("I", "I KS"), ("QH", "I KS QH"), ("KS", "I QH")]:
        form, _ = ask(pressed=("tap", card), **form.fields)
        assert form.fields["hand"] == hand
    form, _ = ask(pressed=("tap", "QH"), **{**form.fields, "to": "trick"})
    assert (form.fields["hand"], form.fields["trick"]) == ("I", "QH")
    form, _ = ask(pressed=("tap", "JH"), **form.fields)
    assert form.fields["trick"] == "QH JH"
    form, _ = ask(pressed=("clear", "yes"), **form.fields)
    assert form.fields["hand"] == form.fields["trick"] == ""
    assert form.fields["rules"] == "hlucin"


def test_what_may_be_played_and_why_not() -> None:
    form, html = ask(hand="KS I XX", trick="7S")
    assert "You must play the king of spades." in form.text
    assert re.search(
        r'<li>[^<]*spades[^<]* <a class="tk-rule" href="\.\./\.\./reference/hlucin/#HLU-PLAY-', html
    )
    form, _ = ask(hand="KS QS", trick="7S")
    assert "You may play any of your 2 cards." in form.text
    form, _ = ask(hand="I XX KS", announced="pagat")
    assert "You may play the XX or the king of spades." in form.text


def test_other_rule_sets_ask_for_what_their_rules_need() -> None:
    form, _ = ask(rules="french-5", hand="QH XX", called="KH", contract="vzeti")
    assert form.fields["trick_no"] == "1"
    assert "You must play the XX" in form.text.replace("Tarok ", "")
    form, _ = ask(rules="french-5", hand="QH XX", called="KH", trick_no="2")
    assert "any of your 2 cards" in form.text


def test_a_hand_for_an_example() -> None:
    form, _ = ask(pressed=("example", "yes"))
    assert len(form.fields["hand"].split()) == 8
    assert 1 <= len(form.fields["trick"].split()) <= 3
    assert "You m" in form.text


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"hand": "KS foo"}, "foo"),
        ({"hand": "KS", "trick": "KS"}, "twice"),
        ({"hand": " ".join(rules.load("hlucin").cards.cards)}, "54 cards are more than the 12"),
        ({"contract": "<b>solo</b>"}, "“<b>solo</b>” cannot be chosen"),
        ({"rules": "french-5", "trick_no": "99"}, "“99” is not a number from 1 to 15."),
        ({"to": "pocket"}, "cannot be chosen"),
        ({"hand": "<script>alert(1)</script>"}, "<script>alert(1)<"),
    ],
)
def test_what_does_not_fit_is_told_in_the_form(fields: dict[str, str], said: str) -> None:
    form, html = ask(**fields)
    assert said in form.text
    assert not {"script", "b"} & form.tags
    assert 'class="tk-problems"' in html


def test_a_thirteenth_card_is_refused_in_words() -> None:
    hand = " ".join(rules.load("hlucin").cards.cards[:12])
    form, _ = ask(pressed=("tap", "KS"), hand=hand)
    assert form.fields["hand"] == hand
    assert "There is room for 12 cards only (your hand)." in form.text


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"tool": "nothing", "fields": []},
        {"tool": ["play"], "fields": []},
        {"tool": "play", "fields": {}},
        {"tool": "play", "fields": [["hand"]]},
        {"tool": "play", "fields": [["<b>", "x"]]},
        {"tool": "play", "fields": [["hand", 5]]},
        {"tool": "play", "fields": [["rules", "atlantis"]]},
        {"tool": "play", "fields": [["rules", "../../etc"]]},
        {"tool": "play", "fields": [["rules", "h." + "A" * LONGEST_RULES]]},
        {"tool": "play", "fields": [["hand", "A" * (LONGEST + 1)]]},
        {"tool": "play", "fields": [["hand", "KS"]] * (MOST_FIELDS + 1)},
        {"tool": "play", "fields": [["rules", "hlucin"]], "base": "javascript:"},
        {"tool": "play", "fields": [["rules", "hlucin"]], "pressed": "tap"},
    ],
)
def test_what_no_form_sends_gets_one_sentence(request_: dict[str, object]) -> None:
    reply = json.loads(handle(json.dumps({"verb": "tool", **request_})))
    assert not reply["ok"]
    assert reply["error"].endswith(".")
    assert len(reply["error"]) < 400


def test_fields_are_checked() -> None:
    values = {"n": "7", "far": "99", "x": "a", "price": "1,20", "list": "b", "long": "x" * 50}
    fields = Fields({name: (value,) for name, value in values.items()})
    assert fields.number("n", 1, 9) == 7
    assert fields.number("none", 1, 9, 4) == 4
    assert fields.number("far", 1, 9) is None
    assert fields.choice("x", ("b",), "b") == "b"
    assert fields.choices("list", ("a", "b")) == ("b",)
    assert fields.amount("price", Decimal(0), Decimal(5)) == Decimal("1.20")
    assert fields.text("long", "short", most=20) == "short"
    assert len(fields.problems) == 3


def test_a_marker_for_no_tool_is_an_error() -> None:
    with pytest.raises(TarokyError, match="There is no tool “nothing”"):
        tools.on_page("nothing", {}, "")
