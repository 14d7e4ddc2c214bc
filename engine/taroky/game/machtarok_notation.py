"""MachTarok's notation, told in ours: what that site gives as a game save code, and its notation of a whole hand.

A save code holds the chips of the four players, their hands, the talon and the settings:

    100/100/100/100/H1H2H3H4HJHRHQHKS1S2S3S4/…/…/…/T17T18T19T20T21T22/timeout=0;pn=0

Povinnost is the first player, the others follow in turn; here they are A, B, C and D. A card is its suit and
its value (1 to 4 for the plain cards, from the lowest), a tarok T and two digits. Between talon and settings
stands what happened, or the beginning of it: P2 (prever by the second player), T, B or R (takes the top three,
the bottom three, the top three again), G2 or GR2 (passes a card of the talon on; the other keeps it or not),
the discards, U1T2 (declarations), 9 (calls XIX), V1 (valat), C2C1 (doubles in turn), I1 (the pagat is to
take the last trick), and each trick as four cards with the player who takes it.

Source: notes/TarokyNotation.md and server/room.js in MachTarok's repository, github.com/coder0987/Taroky (read
on 27 November 2026). Its server writes save codes only; it has one contra for the game and for an announced
valat, which is read as the valat's where one is announced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from taroky import rules
from taroky.cards import Card
from taroky.errors import RecordError, TarokyError
from taroky.game.deals import dealt
from taroky.game.driver import apply, current, legal
from taroky.hand import Action, Hand
from taroky.messages import Message, quoted, say
from taroky.phases.sayings.stages import due
from taroky.rules.table import Seat, Table

_GAME = "machtarok"
_ACE_HIGH = "deck.ace_high"
_PLAYERS = "1234"
#: Where a code begins, also behind the words of the chat that it was copied from.
_START = re.compile(r"-?\d+(?:/-?\d+){3}/(?=[SCHDT])")
_CARD = re.compile(r"T(\d\d)|([SCHD])([A1234JRQK])")
_SETTINGS = re.compile(r"(?:;?\w+=[^;/]*)*;?")
_CHIPS, _HANDS, _TALON = slice(0, 4), slice(4, 8), 8
_DECLARATIONS = {
    "U": "uni",
    "B": "bida",
    "T": "tarocky",
    "R": "taroky",
    "3": "trul",
    "H": "pane",
    "K": "rosa_pane",
    "P": "rosa_pane_plus",
}
_CALLED = {"9": "XIX", "8": "XVIII", "7": "XVII", "6": "XVI", "5": "XV"}
#: Which of the two sets of three is taken, after which of them have been rejected.
_TAKEN = {"T": (0, "first"), "B": (1, "second"), "R": (1, "back")}
_SAID = {"V": "valat", "I": "pagat"}
_CARDS = r"(?:T\d\d|[SCHD][A1234JRQK])"
#: What may follow the talon, in this order, and how it is written.
_WRITTEN = {
    "prever": re.compile(r"P[1-4]"),
    "taken": re.compile(r"[TBR]"),
    "passed": re.compile(r"(?:GR?[1-4])+"),
    "discards": re.compile(rf"{_CARDS}{{3,6}}"),
    "declarations": re.compile(r"(?:[UBTR3HKP][1-4])+"),
    "called": re.compile(r"[5-9]"),
    "valat": re.compile(r"(?:V[1-4])+"),
    "doubles": re.compile(r"(?:C[1-4])+"),
    "pagat": re.compile(r"(?:I[1-4])+"),
}
_TRICK = re.compile(rf"({_CARDS}{{4}})([1-4])")
#: The parts that answer each moment of a hand: a phase, or a stage of announcing.
_TOLD_BY = {
    "auction": ("prever", "taken", "passed", "discards"),
    "talon": ("taken", "passed", "discards"),
    "discard": ("discards",),
    "calling": ("called",),
    "money": ("declarations",),
    "valat": ("valat",),
    "contra": ("doubles",),
    "pagat": ("pagat",),
}


def is_one(text: str) -> bool:
    """Whether a text is in MachTarok's notation, whole or not."""
    return _START.search(text[:200]) is not None


def in_ours(text: str) -> str:
    """The hand as text of our records (`taroky.game.record`), played as far as the notation goes. Raises
    RecordError with the part that does not hold."""
    start_of_code = _START.search(text[:200])
    code = "".join(text[start_of_code.start() if start_of_code else 0 :].split())
    parts = code.split("/")
    settings = parts.pop() if _SETTINGS.fullmatch(parts[-1]) else ""
    if len(parts) <= _TALON:
        raise RecordError(say("notation.short", n=len(parts), expected=_TALON + 1))
    options = {_ACE_HIGH: "yes"} if "aceHigh=true" in settings.split(";") else {}
    table = rules.load(_GAME, options)
    cards = [_cards(table, number, parts[number]) for number in range(4, _TALON + 1)]
    hands = dict(zip(table.active, cards, strict=False))
    try:
        start = dealt(table, hands, cards[-1])
    except TarokyError as problem:
        raise RecordError(problem.message, points=problem.points) from None
    happened = _read(parts)
    actions = [*_played(start, happened)]
    happened.all_used()
    lines = ["taroky 1", f"rules: {_GAME}"]
    lines += [f"options: {key}={value}" for key, value in options.items()]
    lines.append(f"note: MachTarok, chips {' '.join(parts[_CHIPS])}; {settings}"[:200])
    lines += [f"hand {seat}: {' '.join(held)}" for seat, held in hands.items()]
    lines.append("talon: " + " ".join(cards[-1]))
    return "\n".join([*lines, *map(str, actions)]) + "\n"


def _wrong(number: int, text: str, problem: Message) -> RecordError:
    return RecordError(say("notation.part", part=number + 1, text=quoted(text), problem=problem))


def _cards(table: Table, number: int, text: str) -> list[Card]:
    """The cards of a part; number: which of them, from 0. Raises RecordError."""
    written = list(_CARD.finditer(text))
    cards = [_card(table, one) for one in written if one[2] or _is_tarok(table, one[1])]
    if "".join(one[0] for one in written) != text or len(cards) < len(written):
        raise _wrong(number, text, say("notation.card"))
    return cards


def _is_tarok(table: Table, digits: str) -> bool:
    return 1 <= int(digits) <= len(table.cards.trumps)


def _card(table: Table, written: re.Match[str]) -> Card:
    if written[1]:
        return table.cards.trumps[-int(written[1])]
    suit, value = written[2], written[3].replace("A", "1")
    low_first = [card for card in reversed(table.cards.cards) if table.cards.suit(card) == suit]
    return low_first["1234JRQK".index(value)]


@dataclass
class _Happened:
    """The parts after the talon. parts: the number and the text of each sort; tricks: the number, cards and
    taker of each; used: the letters of each sort that have been played."""

    parts: dict[str, tuple[int, str]] = field(default_factory=dict)
    tricks: list[tuple[int, str, str]] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)

    def tells(self, sorts: Sequence[str]) -> bool:
        """Whether one of these sorts is there, or a later one."""
        first = min(map([*_WRITTEN].index, sorts))
        return bool(self.tricks) or any([*_WRITTEN].index(sort) >= first for sort in self.parts)

    def text(self, sort: str) -> str:
        return self.parts[sort][1] if sort in self.parts else ""

    def use(self, sort: str, length: int) -> None:
        self.used[sort] = self.used.get(sort, 0) + length

    def all_used(self) -> None:
        """Raises RecordError for a part that nobody had a turn for."""
        for sort, (number, text) in self.parts.items():
            if self.used.get(sort, 0) < len(text):
                raise _wrong(number, text, say("notation.no_turn"))


def _read(parts: Sequence[str]) -> _Happened:
    """The parts after the talon, each by what it can be. Raises RecordError."""
    happened, sorts = _Happened(), [*_WRITTEN]
    for number, text in enumerate(parts):
        if number <= _TALON or not text:
            continue
        trick = _TRICK.fullmatch(text)
        if trick:
            happened.tricks.append((number, trick[1], trick[2]))
            continue
        sort = next((one for one in sorts if _WRITTEN[one].fullmatch(text)), None)
        if sort is None or happened.tricks:
            raise _wrong(number, text, say("notation.unknown"))
        happened.parts[sort] = (number, text)
        sorts = sorts[sorts.index(sort) + 1 :]
    return happened


def _played(hand: Hand, happened: _Happened) -> Iterator[Action]:
    """Yield each action as far as the parts go. Raises RecordError."""
    while (asked := current(hand)) is not None:
        if asked[0].name == "play":
            yield from _tricks(hand, happened)
            return
        stage = due(hand) if asked[0].name == "announce" else None
        moment = stage[0] if stage else asked[0].name
        sorts = _TOLD_BY[moment]
        if not happened.tells(sorts):
            return
        action = _action(hand, asked[1], moment, happened)
        hand = _after(hand, action, happened.parts.get(sorts[0]))
        yield action


def _after(hand: Hand, action: Action, part: tuple[int, str] | None) -> Hand:
    """The hand after an action; part: where the notation has it, None where it leaves it out. Raises
    RecordError."""
    try:
        return apply(hand, action)
    except TarokyError as problem:
        if part is None:
            raise RecordError(
                say("notation.missing", action=str(action), problem=problem.message),
                points=problem.points,
            ) from None
        raise _wrong(*part, problem.message) from None


def _action(hand: Hand, seat: Seat, moment: str, happened: _Happened) -> Action:
    """Return what a seat does at this moment."""
    player = _PLAYERS[hand.table.active.index(seat)]
    match moment:
        case "auction":
            return _bid(hand, seat, player, happened)
        case "talon":
            return _talon(hand, seat, player, happened)
        case "discard":
            text = happened.text("discards")
            number = happened.parts["discards"][0] if text else 0
            held = hand.holds(seat)
            mine = [card for card in _cards(hand.table, number, text) if card in held]
            happened.used["discards"] = len(text)
            return Action(seat, "discard", tuple(mine))
        case "calling":
            called = happened.text("called")
            happened.use("called", 1)
            return Action(seat, "call", (_CALLED.get(called, "XIX"),))
        case "money":
            said = _by_player(happened.text("declarations"), player)
            happened.use("declarations", 2 * len(said))
            words = tuple(_DECLARATIONS[letter] for letter in said)
        case "contra":
            words = _double(hand, player, happened)
        case _:
            said = _by_player(happened.text(moment), player)
            happened.use(moment, 2 * len(said))
            words = (moment,) if said else ()
    return Action(seat, "say", words or ("nothing",))


def _by_player(text: str, player: str) -> list[str]:
    """The letters that this player said."""
    pairs = zip(text[::2], text[1::2], strict=True)
    return [letter for letter, who in pairs if who == player]


def _bid(hand: Hand, seat: Seat, player: str, happened: _Happened) -> Action:
    calls = _legal(hand, "bid")
    if happened.text("prever") == f"P{player}":
        happened.use("prever", 2)
        return Action(seat, "bid", ("prever",))
    return Action(seat, "bid", ("pass" if "pass" in calls else calls[0],))


def _talon(hand: Hand, seat: Seat, player: str, happened: _Happened) -> Action:
    if happened.text("prever"):
        rejected, taken = _TAKEN[happened.text("taken") or "T"]
        if len([one for one in hand.actions if one.kind == "reject"]) < rejected:
            return Action(seat, "reject")
        happened.use("taken", len(happened.text("taken")))
        return Action(seat, "take", (taken,))
    passed = {who: how for how, who in re.findall(r"(GR?)([1-4])", happened.text("passed"))}
    giver = _who_offers(hand)
    if giver is not None:
        keeps = passed.get(_PLAYERS[hand.table.active.index(giver)]) == "G"
        return Action(seat, "draw" if keeps else "pass")
    has_offered = any(one.kind == "pass" and one.seat == seat for one in hand.actions)
    if player in passed and not has_offered:
        happened.use("passed", len(passed[player]) + 1)
        return Action(seat, "pass")
    return Action(seat, "draw")


def _who_offers(hand: Hand) -> Seat | None:
    """Return who has passed a card of the talon on that nobody has answered yet."""
    giver = None
    for action in hand.actions:
        if action.kind == "pass":
            giver = action.seat if giver is None else None
        elif action.kind == "draw":
            giver = None
    return giver


def _double(hand: Hand, player: str, happened: _Happened) -> tuple[str, ...]:
    """The next double if this player says it: of an announced valat, else of the game."""
    left = happened.text("doubles")[happened.used.get("doubles", 0) :]
    if left[1:2] != player:
        return ()
    free = [word for word in _legal(hand, "say") if ":" in word]
    if not free:
        return ()
    happened.use("doubles", 2)
    return (max(free, key=lambda word: "valat" in word),)


def _legal(hand: Hand, kind: str) -> list[str]:
    """The legal words of a kind."""
    options = legal(hand)
    return [choice.what for choice in options.of(kind)] if options is not None else []


def _tricks(hand: Hand, happened: _Happened) -> Iterator[Action]:
    """Yield the cards of each trick, whose taker must be the notation's. Raises RecordError."""
    for number, text, taker in happened.tricks:
        for card in _cards(hand.table, number, text):
            asked = current(hand)
            if asked is None:
                raise _wrong(number, text, say("notation.no_turn"))
            action = Action(asked[1], "play", (card,))
            hand = _after(hand, action, (number, text))
            yield action
        won = hand.play.tricks[-1].winner
        if won != hand.table.active[int(taker) - 1]:
            by_rules = hand.table.active.index(won) + 1
            raise _wrong(number, text, say("notation.taker", told=taker, by_rules=by_rules))
