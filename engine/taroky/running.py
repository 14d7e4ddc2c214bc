"""Playing on quickly: while nothing but cards can come, a hand need not be made anew with each card.

From the first lead after which no other phase can ask or let anybody speak, each new hand holds only
a short state: which cards are where in bits, whose turn it is, what wins the trick. The fields of
`Hand` that playing changes are worked out from it when somebody looks at them. What may be played
and what follows is the same as `taroky.phases.play` says; a test holds both against each other.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from taroky.cards import Card
from taroky.course import Course, course
from taroky.hand import CHANGING, FIELDS, Action, Choice, Hand, Legal, Trick, phases_of
from taroky.phases import play
from taroky.rules.table import Seat

#: What follows from a hand and stays as it is while cards are played.
_LASTING = ("partner", "declarers", "opponents", "called_holder", "holder_named", "alone")

#: Those fields as they were when somebody last looked.
Snapshot = tuple[Any, ...]
#: (what lasts, what was last looked at, (earlier actions since, last action), cards by seat in bits,
#: whose turn, bits of the suit to follow, the card winning, its player, cards in the trick)
State = tuple["Run", Snapshot, Any, int, int, int, int, int, int]

_new = object.__new__
_set = object.__setattr__


class Run:
    """What stays the same while the cards of one hand are played."""

    __slots__ = (
        "asked", "calm", "course", "fields", "index", "later", "legal", "look", "next", "onto",
        "orders", "players", "seats", "shift", "slips", "step", "watched",
    )  # fmt: skip

    def __init__(self, hand: Hand, phase: Any) -> None:
        self.course: Course = course(hand.rules, hand.row.play)
        self.index = self.course.index
        self.legal, self.step, self.look = legal, step, look
        self.seats = hand.active
        self.players = len(self.seats)
        self.next = tuple((i + 1) % self.players for i in range(self.players))
        self.shift = tuple(i * len(self.course.cards) for i in range(self.players))
        self.asked = tuple((phase, seat) for seat in self.seats)
        lasting = {name: getattr(hand, name) for name in _LASTING}
        self.fields = {name: getattr(hand, name) for name in FIELDS if name not in CHANGING}
        self.fields |= lasting
        bound = {c for s in self.seats for c in play.bound_cards(hand, s)}
        self.watched = self.course.watched | self.course.mask(bound)
        self.later = self.course.later | self.course.mask(bound)
        self.calm = self.players * (hand.rules.deal.hand - self.course.early)
        self.slips = play.slips(hand)
        self.onto = play.lays_on(hand)
        self.orders = {seat: hand.from_seat(seat) for seat in self.seats}


class PlayLegal(Legal):
    """What may be played; the choices with their reasons are made when somebody asks for them."""

    __slots__ = ("mask", "state")
    mask: int
    state: State

    phase = "play"
    picks = MappingProxyType({})
    kinds = ("play",)

    @property
    def seat(self) -> Seat:
        """Whose turn it is."""
        run = self.state[0]
        return run.seats[self.state[4]]

    @property
    def irregular(self) -> tuple[str, ...]:
        """The slips that may be recorded."""
        return self.state[0].slips

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every card of the hand, and why it may not be played."""
        found: tuple[Choice, ...] | None = self.__dict__.get("all")
        if found is None:
            found = self.__dict__["all"] = play.choices(build(self.state), self.seat)
        return found

    def of(self, kind: str) -> tuple[Choice, ...]:
        """The legal choices of a kind."""
        if kind != "play":
            return ()
        return self.state[0].course.choices_of(self.mask)

    def actions(self, kind: str) -> tuple[Action, ...]:
        """The legal actions of a kind."""
        if kind != "play":
            return ()
        run = self.state[0]
        return run.course.actions_of(run.seats[self.state[4]], self.mask)


_set_mask = PlayLegal.mask.__set__  # type: ignore[attr-defined]
_set_state = PlayLegal.state.__set__  # type: ignore[attr-defined]


def start(hand: Hand) -> None:
    """Let the hand run if nothing but cards can come from now on."""
    asked = hand.asked
    if asked is None or asked[0].name != "play" or hand.trick is not None:
        return
    left = {len(cards) for cards in hand.hands.values()}
    if left != {hand.rules.deal.hand - len(hand.tricks)} or play.may_stop_early(hand):
        return
    if hand.rules.play[hand.row.play].ends_when_sure:
        return
    for phase in phases_of(hand):
        if phase is not asked[0] and not phase.quiet(hand):
            return
    run = Run(hand, asked[0])
    held = 0
    for seat, shift in zip(run.seats, run.shift, strict=True):
        held |= run.course.mask(hand.hands[seat]) << shift
    turn = run.seats.index(asked[1])
    before = tuple(getattr(hand, name) for name in CHANGING)
    _set(hand, "_run", (run, before, None, held, turn, 0, -1, -1, 0))


def legal(hand: Hand, state: State) -> PlayLegal | None:
    """What the seat whose turn it is may play; None when no card is left."""
    found: PlayLegal | None = hand._may
    if found is None and state[3]:
        found = _options(state)
        _set(hand, "_may", found)
    return found


def _options(state: State) -> PlayLegal:
    run, _, _, held, turn, led, best, _, _ = state
    mine = held >> run.shift[turn] & run.course.full
    if mine & run.watched and (mine & run.later or held.bit_count() > run.calm):
        hand = build(state)
        seat = run.seats[turn]
        mask = run.course.mask(play.legal_for(hand, seat))
    else:
        mask = run.course.legal(mine, led, best)
    found = _new(PlayLegal)
    _set_mask(found, mask)
    _set_state(found, state)
    return found


def step(hand: Hand, state: State, action: Action) -> Hand | None:
    """The hand after a card that may be played; None for anything else."""
    run, base, log, held, turn, led, best, top, n = state
    what = action.what
    if action.kind != "play" or action.seat != run.seats[turn] or len(what) != 1:
        return None
    i = run.index.get(what[0])
    if i is None:
        return None
    may = hand._may or _options(state)
    bit = 1 << i
    if not may.mask & bit:
        return None
    held ^= bit << run.shift[turn]
    way = run.course
    if not led:
        led = way.suits[i]
        best, top = i, turn
    elif way.beats[best] & bit:
        best, top = i, turn
    n += 1
    if n < run.players:
        turn = run.next[turn]
    else:
        if way.exceptions:
            top = _taker(run, base, (log, action), turn, top)
        turn, led, best, n = top, 0, -1, 0
    after = _new(Hand)
    _set(after, "_run", (run, base, (log, action), held, turn, led, best, top, n))
    return after


def _taker(run: Run, base: Snapshot, log: Any, last: int, top: int) -> int:
    """Who takes the trick that was just finished, where another card than the highest may."""
    cards: list[Card] = []
    while log is not None and len(cards) < run.players:
        log, action = log
        cards.append(action.what[0])
    if len(cards) < run.players:
        cards += reversed(base[2].cards)
        base = (base[0], base[1], None, *base[3:])
    cards.reverse()
    if not run.course.mask(cards) & run.course.exceptions:
        return top
    leader = run.next[last]
    before = build((run, base, log, 0, leader, 0, -1, -1, 0))
    moment = play.moment_of(before, run.seats[leader])
    best, name = play.winner(before.rules, before.row.play, cards, moment)
    return (leader + best) % run.players if name else top


def build(state: State) -> Hand:
    """The hand in full."""
    hand = _new(Hand)
    _set(hand, "__dict__", state[0].fields | dict(zip(CHANGING, changed(state), strict=True)))
    return hand


def look(hand: Hand, state: State) -> None:
    """Work out the fields of this hand that playing has changed, and go on from there."""
    found = changed(state)
    hand.__dict__.update(state[0].fields)
    hand.__dict__.update(zip(CHANGING, found, strict=True))
    hand.__dict__["_run"] = (state[0], found, None, *state[3:])


def changed(state: State) -> Snapshot:
    """The fields that playing has changed."""
    run, base, log, held, turn, _, _, _, _ = state
    before, done, trick, talon, earlier = base
    actions = []
    while log is not None:
        log, action = log
        actions.append(action)
    actions.reverse()
    bit, full = run.course.bit, run.course.full
    hands = {}
    for seat, shift in zip(run.seats, run.shift, strict=True):
        mine = held >> shift & full
        hands[seat] = tuple(card for card in before[seat] if bit[card] & mine)
    tricks = list(done)
    leader = trick.leader if trick else ""
    laid = list(trick.cards) if trick else []
    for number, action in enumerate(actions, start=1):
        if not laid:
            leader = action.seat
        laid.append(action.what[0])
        if len(laid) == run.players:
            winner = actions[number].seat if number < len(actions) else run.seats[turn]
            extra: tuple[Card, ...] = ()
            if run.onto:
                extra, talon = talon[:1], talon[1:]
            tricks.append(Trick(leader, tuple(laid), extra, winner, run.orders[leader]))
            laid = []
    now = Trick(leader, tuple(laid), seats=run.orders[leader]) if laid else None
    return hands, tuple(tricks), now, talon, (*earlier, *actions)
