"""Every sentence said to a person: a message id with parameters, worded by a gettext catalogue.

Nothing else in the project holds a sentence. A catalogue gives each id its wording, with the
parameters in braces; a parameter may name how it is to be said: {card:card} "the king of spades",
{cards:cards} "the VII, the V and the škýz", {amount:money} "0.10", {seat:seat} "A", {row:term} the name of a bid,
a declaration and so on. A message with a parameter `n` has a singular and a plural.
"""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

DEFAULT_LOCALE = "en"
_HALVES = re.compile(r"-?[0-9]+/2")


_folders = [Path(__file__).parent]
#: What cards and rows are called at the table that is spoken of; empty: as the catalogue says.
_local: ContextVar[Mapping[str, str] | None] = ContextVar("local", default=None)


@contextmanager
def local_names(names: Mapping[str, str]) -> Iterator[None]:
    """Within this block cards and rows go by these names (a rule table's `names`)."""
    token = _local.set(names)
    try:
        yield
    finally:
        _local.reset(token)


def add_folder(folder: Path) -> None:
    """Let another package bring its own catalogues; its ids are looked up after the engine's."""
    if folder not in _folders:
        _folders.append(folder)
        _catalogue.cache_clear()


@cache
def _catalogue(locale: str) -> gettext.NullTranslations:
    found: gettext.GNUTranslations | None = None
    for folder in _folders:
        with (folder / f"{locale}.mo").open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        if found is None:
            found = catalogue
        else:
            found.add_fallback(catalogue)
    assert found is not None
    return found


@cache
def locales() -> tuple[str, ...]:
    """The languages there is a catalogue for."""
    return tuple(sorted(path.stem for path in _folders[0].glob("*.mo")))


@dataclass(frozen=True)
class Message:
    """A sentence to be: its id and its parameters."""

    id: str
    params: tuple[tuple[str, Any], ...] = ()

    def text(self, locale: str = DEFAULT_LOCALE) -> str:
        """The sentence in that language."""
        params = dict(self.params)
        catalogue = _catalogue(locale)
        n = params.get("n")
        if isinstance(n, int):
            wording = catalogue.ngettext(self.id, self.id + "#", n)
            if wording in (self.id, self.id + "#"):  # it has no plural
                wording = catalogue.gettext(self.id)
        else:
            wording = catalogue.gettext(self.id)
        sentence = _speaker(locale).sentence(wording, params)
        opening = wording[1:].partition("}")[0] if wording.startswith("{") else ""
        if ":" in opening and sentence.endswith((".", "?")):
            # a card or a name may open the sentence; a file or a key stays as it is written
            return sentence[:1].upper() + sentence[1:]
        return sentence

    def __str__(self) -> str:
        return self.text()

    def as_json(self, locale: str = DEFAULT_LOCALE) -> dict[str, Any]:
        """{id, params, text}: data for a program, the sentence for a person."""
        params = {key: plain(value) for key, value in self.params}
        return {"id": self.id, "params": params, "text": self.text(locale)}


def say(message_id: str, /, **params: Any) -> Message:
    """A message; parameters are kept in the order given."""
    return Message(message_id, tuple(params.items()))


def plain(value: Any) -> Any:
    """A parameter as JSON data: amounts as text with two decimals, sequences as lists."""
    if isinstance(value, Decimal):
        return money(value)
    if isinstance(value, Message):
        return value.as_json()
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(item) for item in value]
    return value


#: No word of a game is longer; a longer one would only fill the sentence that refuses it.
_MOST_QUOTED = 60


def quoted(value: Any) -> str:
    """What came from outside as a sentence quotes it, cut short: a text as it is, a list or a mapping as its
    parts, without the brackets and quotes of a programming language."""
    return _quoted(value)[:_MOST_QUOTED]


def _quoted(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_quoted(key)}: {_quoted(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_quoted(item) for item in value)
    if value is None or isinstance(value, bool):
        return {None: "", True: "yes", False: "no"}[value]
    return str(value)


def money(amount: Decimal) -> str:
    """An amount as it is printed: whole where it has no decimals (chips, points), else with two; a
    sign only below zero. 0.4 and 0.40 both read 0.40, a half reads 0.5 only where halves are all
    there is, see `in_units`."""
    exponent = amount.as_tuple().exponent
    places = 0 if not isinstance(exponent, int) or exponent >= 0 else 1 if exponent == -1 else 2
    text = f"{amount:.{places}f}"
    return text.removeprefix("-") if not amount else text


def in_units(amount: Decimal, step: Decimal) -> Decimal:
    """The same amount with as many decimals as the smallest step of its unit has; one that is finer
    keeps its own."""
    exponent = step.as_tuple().exponent
    if isinstance(exponent, int) and exponent <= -2:
        fixed = amount.quantize(step)
        return fixed if fixed == amount else amount
    whole = amount.to_integral_value()
    return whole if whole == amount else amount.normalize()


def known(message_id: str, locale: str = DEFAULT_LOCALE) -> bool:
    """Whether the catalogue has a wording for this id."""
    return _catalogue(locale).gettext(message_id) != message_id


def term(kind: str, row: str, locale: str = DEFAULT_LOCALE) -> str:
    """The name people use for a row of a table ("druhá povinnost"), or the id if it has none."""
    key, local = f"{kind}.{row}", _local.get() or {}
    # a set of cards may go by the same word as a row: what declares the trul is no trul card
    own = local.get(key, local.get(row))
    if own is not None:
        return own
    found = _catalogue(locale).gettext(key)
    return row.replace("_", " ") if found == key else found


def card_name(card: str, locale: str = DEFAULT_LOCALE) -> str:
    """A card within a sentence: "the king of spades", "the XIX", "the škýz"."""
    return _card("card", card, locale)


def card_label(card: str, locale: str = DEFAULT_LOCALE) -> str:
    """A card on its own, as its text alternative: "King of spades", "Tarok XIX"."""
    label = _card("label", card, locale)
    return label[:1].upper() + label[1:]


def _card(style: str, card: str, locale: str) -> str:
    catalogue = _catalogue(locale)
    local = (_local.get() or {}).get(card)
    if local is not None:
        return catalogue.gettext(f"{style}.named").format(name=local)
    own = catalogue.gettext(f"{style}.{card}")
    if own != f"{style}.{card}":
        return own
    if card[-1] in "SHDC":
        rank = (_local.get() or {}).get(card[:-1]) or catalogue.gettext(f"rank.{card[:-1]}")
        rank = card[:-1] if rank.startswith("rank.") else rank
        return catalogue.gettext(f"{style}.of_suit").format(
            rank=rank, suit=catalogue.gettext(f"suit.{card[-1]}")
        )
    return catalogue.gettext(f"{style}.tarok").format(numeral=card)


@cache
def _pieces(wording: str) -> tuple[tuple[str, str | None, str], ...]:
    """A wording taken apart: text, then the parameter behind it (None at the end) and how it is
    said."""
    return tuple(
        (text, name, spec or "") for text, name, spec, _ in string.Formatter().parse(wording)
    )


class _Speaker:
    """Says parameters in words, as the catalogue asks for behind the colon."""

    def __init__(self, locale: str) -> None:
        self.locale = locale

    def sentence(self, wording: str, params: Mapping[str, Any]) -> str:
        """The wording with its parameters filled in. Raises KeyError for one that is missing."""
        said = []
        for text, name, spec in _pieces(wording):
            said.append(text)
            if name is not None:
                said.append(self.format_field(params[name], spec))
        return "".join(said)

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Message):
            return value.text(self.locale)
        if format_spec == "card":
            return card_name(str(value), self.locale)
        if format_spec == "cards":
            return self._list([card_name(str(card), self.locale) for card in value])
        if format_spec == "or-cards":
            return self._list([card_name(str(card), self.locale) for card in value], "list.or")
        if format_spec == "list":
            said = (item if isinstance(item, Message) else str(item) for item in value)
            return self._list([self.format_field(item, "") for item in said])
        if format_spec == "or":
            return self._list([str(item) for item in value], "list.or")
        if format_spec == "suit":
            return term("suit", str(value), self.locale)
        if format_spec == "money":
            return money(Decimal(value))
        if format_spec == "signed":
            return f"{Decimal(value):+.2f}"
        if format_spec == "term" or format_spec.startswith("term-"):
            return term(format_spec.partition("-")[2] or "term", str(value), self.locale)
        if "terms" in format_spec:  # terms-say: "flek and super"; or-terms-say: "flek or super"
            joint, _, kind = format_spec.partition("terms")
            names = [term(kind.lstrip("-") or "term", str(item), self.locale) for item in value]
            return self._list(names, "list.or" if joint == "or-" else "list.and")
        if isinstance(value, str) and _HALVES.fullmatch(value):
            return f"{int(value.partition('/')[0]) / 2:.1f}"  # a sum of half points: 81/2 is 40.5
        return str(format(value, format_spec))

    def _list(self, items: list[str], joint: str = "list.and") -> str:
        if not items:
            return _catalogue(self.locale).gettext("list.none")
        if len(items) == 1:
            return items[0]
        last = _catalogue(self.locale).gettext(joint)
        return last.format(first=", ".join(items[:-1]), last=items[-1])


@cache
def _speaker(locale: str) -> _Speaker:
    return _Speaker(locale)
