"""A hand as text, as JSON and as a short code for a link. All three hold the deal and the actions;
the hand is had back by replaying them, with nothing hidden.

Text, one line each:

    taroky 1
    rules: hlucin                              (or a packed house table)
    options: varsava.scoring=half_crown        (only where a house option is chosen)
    players: 5                                 (only with more at the table than play)
    first hand: yes                            (only in the first hand of a session)
    note: seed 1                               (free, any number)
    hand A: SKYZ XX IX V KS …                  (and B, C, D)
    talon: 7C 8C …                             (t1, the top, first)
    A bid povinnost
    …
    A play KS                                  or a whole trick:  trick A: KS 7S V QS

A hand that starts before the deal has `pack:` with all cards, top first, in place of hands and talon.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from taroky import json_input, rules, sent_links
from taroky.cards import Card
from taroky.errors import CardError, IllegalAction, RecordError, TarokyError
from taroky.game import machtarok_notation
from taroky.game.deals import dealt, undealt
from taroky.game.driver import apply
from taroky.hand import Action, Hand
from taroky.messages import Message, as_text, quoted, say
from taroky.messages.expected import like, suggestion
from taroky.numbers import is_whole
from taroky.phases import PHASES
from taroky.rules.packing import MOST_NAME
from taroky.rules.table import SEATS, Seat, Table

FORMAT = "taroky"
VERSION = 1
_MOST_TEXT = 100_000
_MOST_CODE = 80_000
#: What a code begins with, and no text does.
_CODE = re.compile(r"1(\S*$|[\w-]{12})", re.ASCII)
#: The first words of lines that stand before the actions; "first hand" is one, too.
_HEAD = frozenset({"rules", "options", "players", "pack", "talon", "note", "hand"})
#: What a record as JSON may say, and what its deal may.
_KEYS = (
    "format",
    "version",
    "rules",
    "options",
    "players",
    "first_hand",
    "notes",
    "deal",
    "actions",
)
_KEYS_OF_DEAL = ("hands", "talon", "pack")
_CARD_KINDS = frozenset(kind for phase in PHASES.values() for kind in phase.of_cards)

#: The lines of the head by what stands before the colon: the number of the line, and the rest of it.
type Head = dict[str, tuple[int, str]]


@dataclass(frozen=True)
class Record:
    """The deal and what was done. game: a rule set's id or a packed house table; options: house
    options as key and value."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    players: int | None = None
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    talon: tuple[Card, ...] = ()
    pack: tuple[Card, ...] = ()
    first_hand: bool = False
    actions: tuple[Action, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[int, ...] = field(default=(), compare=False)

    @property
    def table(self) -> Table:
        """The rule table with its options."""
        return rules.load(self.game, dict(self.options))

    def start(self) -> Hand:
        """The hand before the first action. Raises CardError for an impossible deal."""
        if self.pack:
            return undealt(self.table, self.pack, players=self.players, first_hand=self.first_hand)
        return dealt(
            self.table,
            dict(self.hands),
            self.talon,
            players=self.players,
            first_hand=self.first_hand,
        )

    def replay(self) -> Hand:
        """The hand after all actions. Raises RecordError naming the line that does not hold."""
        hand = self.start()
        for i, action in enumerate(self.actions):
            try:
                hand = apply(hand, action)
            except IllegalAction as problem:
                where = self.lines[i] if i < len(self.lines) else i + 1
                raise RecordError(
                    say("record.line", line=where, problem=problem.message),
                    points=problem.points,
                    line=where,
                ) from None
        return hand


def of_hand(hand: Hand, notes: Sequence[str] = ()) -> Record:
    """The record of a hand."""
    players = hand.players if hand.players != hand.table.seats.active else None
    options = tuple(sorted(hand.table.chosen.items()))
    if hand.deal.pack:
        return Record(
            hand.table.name,
            options,
            players,
            pack=hand.deal.pack,
            actions=hand.actions,
            notes=tuple(notes),
            first_hand=hand.first_hand,
        )
    hands = tuple((seat, hand.deal.dealt[seat]) for seat in hand.active)
    return Record(
        hand.table.name,
        options,
        players,
        hands,
        hand.deal.talon_dealt,
        actions=hand.actions,
        notes=tuple(notes),
        first_hand=hand.first_hand,
    )


# -- text ---------------------------------------------------------------------------------------


def to_text(record: Record) -> str:
    """The record as text; whole tricks stand on one line."""
    lines = [f"{FORMAT} {VERSION}", f"rules: {record.game}"]
    if record.options:
        lines.append("options: " + " ".join(f"{key}={value}" for key, value in record.options))
    if record.players is not None:
        lines.append(f"players: {record.players}")
    if record.first_hand:
        lines.append("first hand: yes")
    lines += [f"note: {note}" for note in record.notes]
    if record.pack:
        lines.append("pack: " + " ".join(record.pack))
    for seat, cards in record.hands:
        lines.append(f"hand {seat}: " + " ".join(cards))
    if record.talon:
        lines.append("talon: " + " ".join(record.talon))
    active = record.table.active
    index = 0
    while index < len(record.actions):
        four = record.actions[index : index + len(active)]
        if len(four) == len(active) and all(a.kind == "play" and len(a.what) == 1 for a in four):
            i = active.index(four[0].seat) if four[0].seat in active else 0
            if [a.seat for a in four] == list(active[i:] + active[:i]):
                lines.append(f"trick {four[0].seat}: " + " ".join(a.what[0] for a in four))
                index += len(active)
                continue
        lines.append(str(record.actions[index]))
        index += 1
    return "\n".join(lines) + "\n"


def _fail(line: int, message: Message) -> RecordError:
    return RecordError(say("record.line", line=line, problem=message), line=line)


def from_text(text: str) -> Record:
    """The record that a text holds. Raises RecordError with the line, what is there and what
    was expected. The actions are read, not yet replayed."""
    if len(text) > _MOST_TEXT:
        raise RecordError(say("record.too_long", n=len(text), most=_MOST_TEXT))
    lines = [
        (number, (line if line.startswith("note:") else line.partition("#")[0]).strip())
        for number, line in enumerate(text.splitlines(), start=1)
    ]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1].split() != [FORMAT, str(VERSION)]:
        first_line = lines[0][1] if lines else ""
        raise _fail(1, say("record.header", found=first_line[:60], expected=f"{FORMAT} {VERSION}"))
    head: Head = {}
    notes: list[str] = []
    body: list[tuple[int, str]] = []
    for number, line in lines[1:]:
        key, colon, rest = line.partition(":")
        name = " ".join(key.split())
        if not colon or not _is_of_head(name):
            body.append((number, line))
        elif name.partition(" ")[0] == "note":
            notes.append(rest.strip())
        elif name in head:
            raise _fail(number, say("record.twice", key=name, first=head[name][0]))
        elif body:
            raise _fail(number, say("record.order", key=name))
        else:
            head[name] = (number, rest.strip())
    return _assemble(head, notes, body)


def _is_of_head(name: str) -> bool:
    """Whether a line with this before its colon belongs to the head of a record."""
    return name == "first hand" or name.partition(" ")[0] in _HEAD


def _assemble(head: Head, notes: list[str], body: list[tuple[int, str]]) -> Record:
    """The record of these lines."""
    if "rules" not in head:
        raise RecordError(say("record.no_rules", example=rules.ids()[0]))
    line, game = head.pop("rules")
    options = _options(head, line)
    try:
        table = rules.load(game, dict(options))
    except TarokyError as problem:
        raise _fail(line, problem.message) from None
    players = _players(head)
    first_hand = _first_hand(head)
    cards = _cards(head, table)
    hands = tuple((s, cards[f"hand {s}"]) for s in table.active if f"hand {s}" in cards)
    if "pack" not in cards and (len(hands) < len(table.active) or "talon" not in cards):
        wanted = [f"hand {s}" for s in table.active if f"hand {s}" not in cards]
        wanted += [] if "talon" in cards else ["talon"]
        raise RecordError(say("record.truncated", missing=wanted))
    actions = [(line, action) for line, text in body for action in _actions(table, line, text)]
    return Record(
        game,
        tuple(sorted(options)),
        players,
        hands,
        cards.get("talon", ()),
        cards.get("pack", ()),
        first_hand,
        tuple(action for _, action in actions),
        tuple(notes),
        tuple(line for line, _ in actions),
    )


def _options(head: Head, rules_line: int) -> list[tuple[str, str]]:
    """The house options, as key and value."""
    line, text = head.pop("options", (rules_line, ""))
    options = []
    for part in text.split():
        key, equals, value = part.partition("=")
        if not equals:
            raise _fail(line, say("record.option", text=part))
        options.append((key, value))
    return options


def _players(head: Head) -> int | None:
    """How many are at the table; None where the record does not say."""
    if "players" not in head:
        return None
    line, text = head.pop("players")
    if not is_whole(text):
        raise _fail(line, say("record.number", key="players", text=text))
    return int(text)


def _first_hand(head: Head) -> bool:
    """Whether this is the first hand of a session."""
    line, text = head.pop("first hand", (0, ""))
    if line and text != "yes":
        raise _fail(line, say("record.yes", key="first hand", text=text))
    return bool(line)


def _cards(head: Head, table: Table) -> dict[str, tuple[Card, ...]]:
    """The cards of each line that is left of the head: hands, talon, pack."""
    cards: dict[str, tuple[Card, ...]] = {}
    for name, (line, text) in head.items():
        if name.startswith("hand") and name.split()[1:] not in [[seat] for seat in table.active]:
            raise _fail(line, say("record.seat", text=name, expected=list(table.active)))
        try:
            cards[name] = table.cards.parse_all(text)
        except CardError as problem:
            raise _fail(line, problem.message) from None
    return cards


def _actions(table: Table, line: int, text: str) -> list[Action]:
    key, colon, rest = text.partition(":")
    words = key.split()
    if colon and len(words) == 2 and words[0] == "trick" and words[1] in table.active:
        try:
            cards = table.cards.parse_all(rest)
        except CardError as problem:
            raise _fail(line, problem.message) from None
        if len(cards) > len(table.active):
            raise _fail(line, say("record.trick", n=len(cards), most=len(table.active)))
        i = table.active.index(words[1])
        order = table.active[i:] + table.active[:i]
        return [Action(s, "play", (card,)) for s, card in zip(order, cards, strict=False)]
    return [parse_action(table, text, line)]


def parse_action(table: Table, text: str, line: int = 1) -> Action:
    """One action from "A bid solo". Raises RecordError."""
    words = text.split()
    if len(words) < 2 or words[0] not in SEATS:
        raise _fail(line, say("record.action", text=text[:60], seats=list(table.active)))
    what = tuple(words[2:])
    if words[1] in _CARD_KINDS:
        rows = (row.names for row in table.calling.values()) if words[1] == "call" else ()
        words_of = {"none", *(name for names in rows for name in names)}
        try:
            what = tuple(w if w in words_of else table.cards.parse(w) for w in what)
        except CardError as problem:
            raise _fail(line, problem.message) from None
    return Action(words[0], words[1], what)


# -- JSON ---------------------------------------------------------------------------------------


def to_json(record: Record) -> dict[str, Any]:
    """The record as JSON data; its schema is schemas/record.json."""
    deal: dict[str, Any] = (
        {"pack": list(record.pack)}
        if record.pack
        else {"hands": {s: list(c) for s, c in record.hands}, "talon": list(record.talon)}
    )
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": record.game,
        "options": dict(record.options),
        "deal": deal,
        "actions": [[a.seat, a.kind, *a.what] for a in record.actions],
    }
    if record.players is not None:
        data["players"] = record.players
    if record.first_hand:
        data["first_hand"] = True
    if record.notes:
        data["notes"] = list(record.notes)
    return data


def from_json(data: Any) -> Record:
    """The record that JSON data holds. Raises RecordError, as from_text does."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(say("record.json", expected='{"format": "taroky", …}'))
    if data.get("version") != VERSION:
        raise RecordError(
            say("record.version", found=as_text(data.get("version"))[:20], expected=VERSION)
        )
    _check_keys(data, _KEYS)
    deal = data.get("deal")
    if not isinstance(deal, dict):
        raise RecordError(say("record.truncated", missing=["deal"]))
    _check_keys(deal, _KEYS_OF_DEAL)
    lines = [f"{FORMAT} {VERSION}", f"rules: {_word(data.get('rules'), MOST_NAME)}"]
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise RecordError(
            say("record.field", field="options", expected=like("{pool.enabled: yes}"))
        )
    if options:
        lines.append(
            "options: "
            + " ".join(f"{_word(k)}={_word(rules.as_word(v))}" for k, v in options.items())
        )
    if data.get("players") is not None:
        lines.append(f"players: {_word(data['players'])}")
    if data.get("first_hand") is True:
        lines.append("first hand: yes")
    for note in _list(data.get("notes", []), "notes"):
        lines.append("note: " + " ".join(as_text(note).split()))
    for name in ("pack", "talon"):
        if name in deal:
            lines.append(f"{name}: " + " ".join(_word(c) for c in _list(deal[name], name)))
    hands = deal.get("hands", {})
    if not isinstance(hands, dict):
        raise RecordError(say("record.field", field="hands", expected=like("{A: [XXI, KS]}")))
    for seat, cards in hands.items():
        lines.append(f"hand {_word(seat)}: " + " ".join(_word(c) for c in _list(cards, "hands")))
    for action in _list(data.get("actions", []), "actions"):
        lines.append(" ".join(_word(w) for w in _list(action, "actions")))
    return from_text("\n".join(lines))


def _check_keys(data: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise RecordError for a key that has no meaning here."""
    for key in data:
        if key not in known:
            near = suggestion(quoted(key), known)
            raise RecordError(say("record.unknown", key=quoted(key), near=near))


def _word(value: Any, most: int = 60) -> str:
    """A JSON value that has to be one word: no spaces, line ends, comment or colon tricks."""
    text = as_text(value)
    if not text or len(text) > most or any(c.isspace() or c == "#" for c in text):
        raise RecordError(say("record.field", field=text[:60], expected=say("expected.word")))
    return text


def _list(value: Any, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordError(say("record.field", field=name, expected=say("expected.list")))
    return value


# -- a code for a link ------------------------------------------------------------------------


def to_code(record: Record) -> str:
    """A short code of letters, digits, - and _ : the compressed text with a checksum."""
    packed = zlib.compress(to_text(record).encode(), 9)
    check = zlib.crc32(packed).to_bytes(4, "big")
    return "1" + base64.urlsafe_b64encode(check + packed).decode().rstrip("=")


def from_code(code: str) -> Record:
    """The record a code holds, also with what a sentence or a messenger has put around it. Raises
    RecordError for a damaged or foreign code."""
    damaged = RecordError(say("record.code", code=code[:20]))
    packed = _packed(code_in(code))
    if packed is None:
        raise damaged
    try:
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(packed, _MOST_TEXT)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise damaged
        return from_text(text.decode())
    except (zlib.error, UnicodeDecodeError):
        raise damaged from None


def code_in(text: str) -> str:
    """Return the code in a text that a sentence or a messenger has put something around: the one whose
    checksum holds. Raises RecordError."""
    for reading in sent_links.readings(text[: 3 * _MOST_CODE]):
        for code in sent_links.codes(reading.lstrip(sent_links.MARKS)):
            if _packed(code):
                return code
    raise RecordError(say("record.code", code=text[:20]))


def _packed(code: str) -> bytes | None:
    """Return the content of a code, still compressed; None for a damaged or foreign one."""
    if not code.startswith("1") or len(code) > _MOST_CODE:
        return None
    try:
        raw = base64.b64decode(code[1:] + "=" * (-len(code[1:]) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    return raw[4:] if zlib.crc32(raw[4:]).to_bytes(4, "big") == raw[:4] else None


def read(text: str) -> Record:
    """A record from text, JSON, a code or MachTarok's notation, whichever it is. Raises RecordError."""
    text = text.removeprefix("\ufeff")
    stripped = text.strip()
    if machtarok_notation.is_one(stripped):
        return from_text(machtarok_notation.in_ours(stripped))
    if stripped.startswith("{"):
        return from_json(json_input.read(text.rstrip()))
    if _CODE.match(stripped.lstrip(sent_links.MARKS)):
        return from_code(stripped)
    return from_text(text)
