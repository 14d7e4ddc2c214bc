"""Says parameters in words, as a wording asks for behind the colon, in one language.

{card:card}, {cards:cards}, {cards:or-cards}, {suit:suit}, {row:term-say}, {rows:terms-say},
{rows:or-terms-say}, {items:list}, {items:or}, {amount:money}, {amount:signed}. Where a language has a table
of forms, a name may be asked for in a case and behind a preposition, {card:card.accusative},
{contract:term-call.locative.v}, and a number with the noun behind it, {n:count.bod},
{n:count.set.@set.genitive}, where @set is the parameter `set`; {card:card.agree.byl.byl.byla.bylo} is the word
that agrees with the card's gender; {points:number} is a number as the language writes it, and {title:name}
the name that a rule table gives, in this language's words if there are any.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from decimal import Decimal
from functools import cache
from typing import Any

from taroky.messages import forms
from taroky.messages.catalogues import ENGLISH, Untranslated, entry, wording
from taroky.messages.forms import Name

_HALVES = re.compile(r"-?[0-9]+/2")
#: Line ends and signs that move a terminal; a sentence is one line, whatever it quotes.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
#: What cards and rows are called at the table that is spoken of; empty: as the catalogue says.
local: ContextVar[Mapping[str, str] | None] = ContextVar("local", default=None)


def money(amount: Decimal) -> str:
    """An amount as it is printed: whole where it has no decimals (chips, points), else with two; a
    sign only below zero. 0.4 and 0.40 both read 0.40, a half reads 0.5 only where halves are all
    there is, see `in_units`."""
    exponent = amount.as_tuple().exponent
    places = 0 if not isinstance(exponent, int) or exponent >= 0 else 1 if exponent == -1 else 2
    text = f"{amount:.{places}f}"
    return text.removeprefix("-") if not amount else text


@cache
def _pieces(words: str) -> tuple[tuple[str, str | None, str], ...]:
    """A wording taken apart: text, then the parameter behind it (None at the end) and how it is
    said."""
    return tuple(
        (text, name, spec or "") for text, name, spec, _ in string.Formatter().parse(words)
    )


class Speaker:
    """One language. What it has no words for raises Untranslated."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.forms = forms.of(language)

    def sentence(self, words: str, params: Mapping[str, Any]) -> str:
        """The wording with its parameters filled in. Raises KeyError for one that is missing."""
        parts = []
        for text, name, spec in _pieces(words):
            parts.append(text)
            if name is not None:
                parts.append(_CONTROL.sub(" ", self._field(params[name], spec, params)))
        return "".join(parts)

    def _field(self, value: Any, spec: str, params: Mapping[str, Any]) -> str:
        if hasattr(value, "said"):
            return str(value.said(self.language))
        if self.forms is None or not spec:
            return str(self._plain(value, spec))
        kind, *words = spec.split(".")
        if kind == "count":
            return self._count(value, words, params)
        if kind == "number":
            return self.number(value)
        kind, asked = _apart(self.forms, spec)
        return self._in_form(value, kind, asked) if asked else str(self._plain(value, spec))

    def _in_form(self, value: Any, kind: str, asked: Sequence[str]) -> str:
        assert self.forms is not None
        text = self._plain(value, kind)
        name = text if isinstance(text, Name) else forms.named(text, None, ours=False)
        if asked[0] == "agree":
            return self.forms.agreeing(name.noun, asked[1:])
        _, case, preposition = self.forms.asked(asked)
        words = name.in_case(self.forms, case)
        first = name.first.noun
        return self.forms.after(preposition, words, first.spoken if first else "")

    def _count(self, value: Any, asked: Sequence[str], params: Mapping[str, Any]) -> str:
        """A number and the noun that is counted."""
        assert self.forms is not None
        key, case, preposition = self.forms.asked(asked)
        number = self.number(value)
        name = self._noun(key, params)
        if name.noun is None:
            if name.ours:
                raise Untranslated(".".join(key))
            return f"{number}\u00a0{name}"
        noun = self.forms.counted(number, name.noun, name, case)
        return self.forms.after(preposition, f"{number}\u00a0{noun}")

    def _noun(self, key: Sequence[str], params: Mapping[str, Any]) -> Name:
        """The noun that is counted: one of the table of forms, or what a parameter names."""
        assert self.forms is not None
        *kinds, row = key
        value = params[row[1:]] if row.startswith("@") else row
        if not kinds and row != value:
            return value if isinstance(value, Name) else forms.named(str(value), None, ours=False)
        if not kinds:
            return forms.named(row, self.forms.noun(row))
        name = self.term(".".join(kinds), str(value))
        return name if isinstance(name, Name) else forms.named(name, None, ours=False)

    def number(self, value: Any) -> str:
        """A number as this language writes it; a sum of half points: 81/2 is 40.5."""
        text = money(value) if isinstance(value, Decimal) else str(self._plain(value, ""))
        return self.forms.number(text) if self.forms else text

    def _plain(self, value: Any, spec: str) -> str:
        """A value in words, names with their forms."""
        if spec == "card":
            return self.card("card", str(value))
        if spec == "cards":
            return self.listed([self.card("card", str(card)) for card in value])
        if spec == "or-cards":
            return self.listed([self.card("card", str(card)) for card in value], "list.or")
        if spec == "list":
            return self.listed([self._item(item) for item in value])
        if spec == "or":
            return self.listed([str(item) for item in value], "list.or")
        if spec == "suit":
            return self.term("suit", str(value))
        if spec == "money":
            return self._written(money(Decimal(value)))
        if spec == "signed":
            return self._written(f"{Decimal(value):+.2f}")
        if spec == "name":
            return self.given_name(str(value))
        if spec == "term" or spec.startswith("term-"):
            return self.term(spec.partition("-")[2] or "term", str(value))
        if "terms" in spec:  # terms-say: "flek and super"; or-terms-say: "flek or super"
            joint, _, kind = spec.partition("terms")
            names = [self.term(kind.lstrip("-") or "term", str(item)) for item in value]
            return self.listed(names, "list.or" if joint == "or-" else "list.and")
        if isinstance(value, str) and _HALVES.fullmatch(value):
            # a sum of half points: 81/2 is 40.5
            return self._written(f"{int(value.partition('/')[0]) / 2:.1f}")
        return value if isinstance(value, Name) and not spec else str(format(value, spec))

    def _item(self, value: Any) -> str:
        return str(
            value.said(self.language) if hasattr(value, "said") else self._plain(str(value), "")
        )

    def _written(self, number: str) -> str:
        return self.forms.number(number) if self.forms else number

    def listed(self, items: Sequence[str], joint: str = "list.and") -> str:
        """Names one after another: "a, b and c"."""
        if not items:
            return wording(self.language, "list.none")
        if len(items) == 1:
            return items[0]
        last = wording(self.language, joint)
        if self.forms:
            return forms.joined(items, last)
        return last.format(first=", ".join(items[:-1]), last=items[-1])

    # -- names ----------------------------------------------------------------------------------

    def term(self, kind: str, row: str) -> str:
        """The name people use for a row of a table ("druhá povinnost"), or the id if it has none."""
        key, names = f"{kind}.{row}", local.get() or {}
        # a set of cards may go by the same word as a row: what declares the trul is no trul card
        own = names.get(key, names.get(row))
        if own is not None:
            return self.given_name(own)
        text = wording(self.language, key)
        if text == key:
            return row.replace("_", " ")
        return forms.named(text, self.forms.noun(key)) if self.forms else text

    def given_name(self, own: str) -> str:
        """A name that a rule table gives, in the language's own words if it has any."""
        if self.language == ENGLISH:
            return own
        translated = entry(self.language, f"name.{own}") or own
        if self.forms is None:
            return translated
        noun = self.forms.noun(f"name.{own}")
        inflected = (noun.many if noun.plural else noun.one) if noun else ()
        return forms.named(inflected[0] if inflected else translated, noun, ours=False)

    def card(self, style: str, card: str) -> str:
        """A card within a sentence (style "card") or on its own ("label")."""
        key = f"{style}.{card}"
        names = local.get() or {}
        own = names.get(card)
        if own is not None:
            name = self.given_name(own)
            phrase = wording(self.language, f"{style}.named").format(name=name)
            return self._card(phrase, name.noun if isinstance(name, Name) else None, ours=False)
        text = entry(self.language, key)
        if text is not None:
            return self._card(text, self.forms.noun(f"card.{card}") if self.forms else None)
        if entry(ENGLISH, key) is not None:
            raise Untranslated(key)
        if card[-1] in "SHDC":
            return self._of_suit(style, card[:-1], card[-1])
        phrase = wording(self.language, f"{style}.tarok").format(numeral=card)
        return self._card(phrase, self.forms.noun(f"card.{card}") if self.forms else None)

    def _of_suit(self, style: str, value: str, suit: str) -> str:
        own = (local.get() or {}).get(value)
        rank = self.given_name(own) if own is not None else wording(self.language, f"rank.{value}")
        rank = type(rank)(value) if rank.startswith("rank.") else rank
        if self.forms is None:
            return wording(self.language, f"{style}.of_suit").format(
                rank=rank, suit=wording(self.language, f"suit.{suit}")
            )
        noun = self.forms.noun(f"rank.{value}")
        if isinstance(rank, Name) and rank.noun is not None:
            noun = rank.noun
        whole = self.forms.card_of_suit(noun, f"suit.{suit}")
        if whole is None:
            raise Untranslated(f"{style}.{value}{suit}")
        return forms.named(whole.one[0], whole)

    def _card(self, text: str, noun: forms.Noun | None, ours: bool = True) -> str:
        return forms.named(text, noun, ours) if self.forms else text


@cache
def _apart(word_forms: forms.Forms, spec: str) -> tuple[str, tuple[str, ...]]:
    """How a name is said (`term-call`), and the form it is asked in (`locative.v`, `agree.…`)."""
    words = spec.split(".")
    index = next(
        (n for n, word in enumerate(words) if word == "agree" or word in word_forms.cases),
        len(words),
    )
    return ".".join(words[:index]), tuple(words[index:])


@cache
def speaker(language: str) -> Speaker:
    """The speaker of a language."""
    return Speaker(language)
