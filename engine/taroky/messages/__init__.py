"""Every sentence that people see: a message id with parameters, put into words by a gettext catalogue.

Nothing else in the project holds a sentence. A catalogue gives each id its wording, with the
parameters in braces; a parameter may name how it is to be said: {card:card} "the king of spades",
{cards:cards} "the VII, the V and the škýz", {amount:money} "0.10", {seat:seat} "A", {row:term} the name of a bid,
a declaration and so on (all of them: `speakers`). A message with a parameter `n` has a singular and a plural.

`with speaking("cs"):` says everything in Czech; a sentence that has no translation, or has a word in it that
has none, is said in English, whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from taroky.immutable import hash_of_fields
from taroky.messages.catalogues import (
    ENGLISH,
    Untranslated,
    add_folder,
    complete,
    entry,
    language,
    languages,
    speaking,
    wording,
)
from taroky.messages.forms import named
from taroky.messages.speakers import local, money, speaker

__all__ = [
    "ENGLISH",
    "Joined",
    "Message",
    "Untranslated",
    "add_folder",
    "as_text",
    "card_label",
    "card_name",
    "complete",
    "declined",
    "given_name",
    "in_units",
    "known",
    "language",
    "languages",
    "listed",
    "local_names",
    "money",
    "number",
    "plain",
    "quoted",
    "say",
    "speaking",
    "term",
    "unbroken",
]


@contextmanager
def local_names(names: Mapping[str, str]) -> Iterator[None]:
    """Within this block cards and rows go by these names (a rule table's `names`)."""
    token = local.set(names)
    try:
        yield
    finally:
        local.reset(token)


@dataclass(frozen=True)
class Message:
    """A sentence to be: its id and its parameters."""

    id: str
    params: tuple[tuple[str, Any], ...] = ()

    __hash__ = hash_of_fields  # parameters may be lists

    def text(self, in_language: str = "") -> str:
        """The sentence in that language, the one that is spoken if none is named; in English where that
        language does not have all of it."""
        chosen = in_language or language()
        try:
            return self.said(chosen)
        except Untranslated:
            return self.said(ENGLISH)

    def said(self, in_language: str) -> str:
        """The sentence in that language and no other. Raises Untranslated."""
        params = dict(self.params)
        n = params.get("n")
        words = wording(in_language, self.id, n if isinstance(n, int) else None)
        by = speaker(in_language)
        try:
            sentence = by.sentence(words, params)
        except KeyError as missing:  # the code says something else than when this was translated
            if in_language == ENGLISH:
                raise
            raise Untranslated(self.id) from missing
        if by.forms and not params:
            noun = by.forms.noun(self.id)
            return named(sentence, noun) if noun else sentence
        opening = words[1:].partition("}")[0] if words.startswith("{") else ""
        if ":" in opening and sentence.endswith((".", "?")):
            # a card or a name may open the sentence; a file or a key stays as it is written
            return sentence[:1].upper() + sentence[1:]
        return sentence

    def __str__(self) -> str:
        return self.text()

    def as_json(self, in_language: str = "") -> dict[str, Any]:
        """{id, params, text}: data for a program, the sentence for a person."""
        params = {key: plain(value) for key, value in self.params}
        return {"id": self.id, "params": params, "text": self.text(in_language)}


@dataclass(frozen=True)
class Joined:
    """Parts of a sentence with the words of a message between them: "2 taroky, or the pagát"."""

    parts: tuple[Message | Joined, ...]
    between: str

    def said(self, in_language: str) -> str:
        """The parts in that language and no other. Raises Untranslated."""
        return wording(in_language, self.between).join(
            part.said(in_language) for part in self.parts
        )

    def __bool__(self) -> bool:
        return any(map(bool, self.parts))

    def __str__(self) -> str:
        try:
            return self.said(language())
        except Untranslated:
            return self.said(ENGLISH)


def say(message_id: str, /, **params: Any) -> Message:
    """A message; parameters are kept in the order given."""
    return Message(message_id, tuple(params.items()))


def plain(value: Any) -> Any:
    """A parameter as JSON data: amounts as text with two decimals, sequences as lists."""
    if isinstance(value, Decimal):
        return money(value)
    if isinstance(value, Message):
        return value.as_json()
    if isinstance(value, Joined):
        return str(value)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


#: No word of a game is longer; a longer one would only fill the sentence that refuses it.
_MOST_QUOTED = 60


def quoted(value: Any) -> str:
    """Return what came from outside as a sentence quotes it, cut short: a text as it is, a list or a
    mapping as its parts, without the brackets and quotes of a programming language."""
    return as_text(value)[:_MOST_QUOTED]


def as_text(value: Any) -> str:
    """Return any value as text that people read: yes and no, nothing, a list or a mapping as its parts; a
    number of thousands of digits, which Python does not write, in words."""
    try:
        return _as_text(value)
    except RecursionError:  # a list that is in itself
        return "…"
    except ValueError:
        return say("quoted.long_number").text()


def _as_text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_as_text(key)}: {_as_text(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_as_text, value))
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    return str(value)


def in_units(amount: Decimal, step: Decimal) -> Decimal:
    """The same amount with as many decimals as the smallest step of its unit has; one that is finer
    keeps its own."""
    exponent = step.as_tuple().exponent
    if isinstance(exponent, int) and exponent <= -2:
        fixed = amount.quantize(step)
        return fixed if fixed == amount else amount
    whole = amount.to_integral_value()
    return whole if whole == amount else amount.normalize()


def number(text: str) -> str:
    """A number as the language that is spoken writes it."""
    return speaker(language()).number(text)


def unbroken(text: str) -> Iterator[int]:
    """Yield where spaces of a text must not break in the language that is spoken; none where it does not say."""
    forms = speaker(language()).forms
    if forms is not None:
        yield from forms.unbroken(text)


def known(message_id: str) -> bool:
    """Whether there are words for this id, in English and so in some form in every language."""
    return entry(ENGLISH, message_id) is not None


def term(kind: str, row: str) -> str:
    """The name people use for a row of a table ("druhá povinnost"), or the id if it has none."""
    try:
        return speaker(language()).term(kind, row)
    except Untranslated:
        return speaker(ENGLISH).term(kind, row)


def declined(name: str, form: str) -> str:
    """A name that has been said, in the form that a sentence needs: "genitive", "locative.v". Raises
    ValueError for a form that the language does not have."""
    by = speaker(language())
    if by.forms is None or form.split(".")[0] not in (*by.forms.cases, "agree"):
        raise ValueError(form)
    return by.sentence(f"{{name:{form}}}", {"name": name})


def given_name(own: str) -> str:
    """Return what a rule table calls something, in words of the language that is spoken if it has any."""
    return speaker(language()).given_name(own)


def card_name(card: str) -> str:
    """A card within a sentence: "the king of spades", "the XIX", "the škýz"."""
    return _card("card", card)


def card_label(card: str) -> str:
    """A card on its own, as its text alternative: "King of spades", "Tarok XIX"."""
    label = _card("label", card)
    return label[:1].upper() + label[1:]


def _card(style: str, card: str) -> str:
    try:
        return speaker(language()).card(style, card)
    except Untranslated:
        return speaker(ENGLISH).card(style, card)


def listed(items: Sequence[str], joint: str = "and") -> str:
    """Names one after another, "a, b and c", that a sentence may still decline."""
    try:
        return speaker(language()).listed(items, f"list.{joint}")
    except Untranslated:
        return speaker(ENGLISH).listed(items, f"list.{joint}")
