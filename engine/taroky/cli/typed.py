"""What somebody types at their turn, as an action: a number of the list, a card in any spelling, a word or
its beginning, or an action as records have it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from taroky.errors import CardError, RecordError
from taroky.hand import Action, Choice, Hand, Legal
from taroky.messages import card_label, quoted, say, term
from taroky.numbers import is_whole
from taroky.phases import PHASES
from taroky.players.reasons import done, sayings_in_words

_OF_CARDS = frozenset(kind for phase in PHASES.values() for kind in phase.of_cards)
#: The beginning of a word counts from so many letters on.
_FEWEST = 2
_NOTHING = "nothing"


def label(seat: str, choice: Choice) -> str:
    """A choice as it is in a list: the code of a card, or what it is called."""
    kind, what = choice.kind, choice.what
    if what and (kind in ("play", "discard") or what.isupper()):
        return what
    if kind in ("bid", "choose", "call"):
        return term("call", what)
    if kind in ("look", "pick"):
        return str(say("terminal.place", place=what))
    if kind == "say":
        return str(sayings_in_words([what])[0])
    return str(done(Action(seat, kind, (what,) if what else ())))


def action_of(hand: Hand, options: Legal, text: str) -> Action:
    """The action that a text means; whether it is legal is asked of the hand. Raises RecordError for a
    text that means none."""
    words = [*_words(text)]
    if words and words[0].upper() == options.seat and words[1:2] and words[1] in options.offered:
        del words[0]
    kind = words[0].lower() if words else ""
    if kind in options.offered and (len(words) > 1 or _alone(options, kind)):
        words = words[1:]
    else:
        kind = ""
    choices = [choice for choice in options.choices if kind in ("", choice.kind)]
    if not words or [*map(_key, words)] == [_NOTHING]:
        return _silence(options, kind)
    whole = None
    if not all(map(is_whole, words)):  # numbers are places in the list
        whole = _named(hand, options.seat, choices, words)
    chosen = [whole] if whole else [_choice(hand, options, choices, word) for word in words]
    first = chosen[0].kind
    several = first in options.several
    wrong = next((one for one in chosen if one.kind != first), None)
    if wrong is not None or (len(chosen) > 1 and not several):
        raise RecordError(say("terminal.one_thing"))
    return Action(options.seat, first, tuple(one.what for one in chosen if one.what))


def _words(text: str) -> Iterator[str]:
    """The words of a text; a comma parts cards, but not those that are shown with a declaration."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    for word in plain.split():
        if ":" in word:
            yield word
        else:
            yield from filter(None, re.split("[,;]", word))


def _alone(options: Legal, kind: str) -> bool:
    """Whether this kind of action names nothing: to draw, to leave the cards."""
    return any(choice.kind == kind and not choice.what for choice in options.choices)


def _silence(options: Legal, kind: str) -> Action:
    """Return what Enter means: to say nothing, or the only thing there is."""
    if kind and _alone(options, kind):
        return Action(options.seat, kind)
    if options.several.get("say", (1, None))[0] == 0:
        must = tuple(choice.what for choice in options.of("say") if choice.must)
        return Action(options.seat, "say", must or (_NOTHING,))
    if len(options.legal) == 1:
        (only,) = options.legal
        return Action(options.seat, only.kind, (only.what,) if only.what else ())
    raise RecordError(say("terminal.nothing_typed"))


def _choice(hand: Hand, options: Legal, choices: Sequence[Choice], word: str) -> Choice:
    """The choice that a word means. Raises RecordError."""
    exact = next((choice for choice in choices if choice.what == word), None)
    legal = [choice for choice in options.legal if choice in choices]
    if is_whole(word) and 0 < int(word) <= len(options.legal):
        numbered = options.legal[int(word) - 1]
        return exact if exact is not None and numbered not in legal else numbered
    chosen = exact or _named(hand, options.seat, choices, [word])
    if (
        chosen is None and ":" in word
    ):  # cards shown with a declaration, a double of somebody's bonus
        name = word.partition(":")[0]
        if any(choice.what.partition(":")[0] == name for choice in choices):
            return Choice("say", word)
    if chosen is None:
        raise RecordError(say("terminal.not_understood", text=quoted(word)))
    return chosen


def _named(hand: Hand, seat: str, choices: Sequence[Choice], words: Sequence[str]) -> Choice | None:
    """The choice of this name, the card that is meant, or the only choice that begins like this."""
    key = _key(" ".join(words))
    names = [(_key(name), one) for one in choices for name in (one.what, label(seat, one)) if name]
    same = next((choice for name, choice in names if name == key), None) or _card(
        hand, choices, words
    )
    if same is not None or len(key) < _FEWEST:
        return same
    like = {choice.what: choice for name, choice in names if name.startswith(key)}
    return next(iter(like.values())) if len(like) == 1 else None


def _card(hand: Hand, choices: Sequence[Choice], words: Sequence[str]) -> Choice | None:
    """The choice of a card: by its code, with suit and rank the other way round, or by its name. One that
    cannot be chosen is a choice, too: the hand says why it may not."""
    pack, text = hand.table.cards, " ".join(words)
    kinds = [choice.kind for choice in choices if choice.kind in _OF_CARDS]
    if not kinds:
        return None
    card = next((one for one in pack.cards if _key(card_label(one)) == _key(text)), "")
    for code in (text, text[1:] + text[:1]):
        try:
            card = card or pack.parse(code)
        except CardError:
            continue
    if not card:
        return None
    return next((choice for choice in choices if choice.what == card), Choice(kinds[0], card))


def _key(text: str) -> str:
    """A name without accents, capital letters and signs."""
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in plain if char.isalnum())
