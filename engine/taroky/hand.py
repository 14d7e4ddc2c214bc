"""One hand, immutable. A hand = replay(rules, deal, actions); legal() and apply() are the only door.

Seats are A, B, C, D in order of play: A is the first player after the dealer and D deals. With five
at the table E deals and sits out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from taroky.cards import Card
from taroky.errors import CardError, IllegalAction
from taroky.messages import Message, say
from taroky.rules.table import SEATS, Calling, Contract, Seat, Table


class Action(NamedTuple):
    """What a seat does: kind is the verb ("bid", "play", …), what its words or cards."""

    seat: Seat
    kind: str
    what: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.seat, self.kind, *self.what))


class Refusal:
    """Why something may not be done, with the rule points that say so.

    why: makes the refusal when somebody asks for its words; most are never asked.
    """

    __slots__ = ("_message", "_points", "_why")

    def __init__(
        self, message: Message | None = None, points: tuple[str, ...] = (),
        why: Callable[[], Refusal] | None = None,
    ) -> None:  # fmt: skip
        self._message, self._points, self._why = message, points, why

    def _asked(self) -> None:
        if self._message is None and self._why is not None:
            found = self._why()
            self._message, self._points, self._why = found.message, found.points, None

    @property
    def message(self) -> Message:
        """The sentence."""
        self._asked()
        assert self._message is not None
        return self._message

    @property
    def points(self) -> tuple[str, ...]:
        """The rule points it rests on."""
        self._asked()
        return self._points

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return (self.message, self.points) == (other.message, other.points)

    def __hash__(self) -> int:
        return hash((self.message, self.points))

    def __repr__(self) -> str:
        return f"Refusal({self.message!r}, {self.points!r})"


@dataclass(frozen=True)
class Choice:
    """One thing a player may think of doing now; refusal is None where it is legal.

    must: it has to be part of what is chosen (cards that have to be laid away first).
    """

    kind: str
    what: str = ""
    refusal: Refusal | None = None
    must: bool = False

    @property
    def legal(self) -> bool:
        return self.refusal is None


@dataclass(frozen=True)
class Legal:
    """Everything a seat may think of doing now.

    picks: how few and how many choices of a kind are taken in one action, by kind; one by default.
    irregular: kinds of slips the table lets be recorded now; no player is asked for them.
    """

    seat: Seat
    phase: str
    choices: tuple[Choice, ...]
    picks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    irregular: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Legal):
            return NotImplemented
        mine = (self.seat, self.phase, self.choices, self.picks, self.irregular)
        return mine == (other.seat, other.phase, other.choices, other.picks, other.irregular)

    def of(self, kind: str) -> tuple[Choice, ...]:
        """The legal choices of a kind."""
        return tuple(c for c in self.choices if c.kind == kind and c.legal)

    def actions(self, kind: str) -> tuple[Action, ...]:
        """The legal actions of a kind, where each is a single choice."""
        return tuple(Action(self.seat, kind, (c.what,) if c.what else ()) for c in self.of(kind))

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds with something legal, in order."""
        return tuple(dict.fromkeys(c.kind for c in self.choices if c.legal))

    @property
    def offered(self) -> frozenset[str]:
        """The kinds this is about, legal now or not, slips included."""
        found: frozenset[str] | None = self.__dict__.get("_kinds")
        if found is None:
            found = frozenset([*[choice.kind for choice in self.choices], *self.irregular])
            self.__dict__["_kinds"] = found
        return found


class LateLegal(Legal):
    """What a seat may think of doing, put together when somebody looks: until then only the kinds
    are known. made: everything, slips included."""

    def __init__(
        self, seat: Seat, phase: str, offered: frozenset[str], made: Callable[[], Legal]
    ) -> None:
        self.__dict__ |= {"seat": seat, "phase": phase, "_offered": offered, "_made": made}

    @property
    def offered(self) -> frozenset[str]:
        """The kinds this is about, legal now or not, slips included."""
        found: frozenset[str] = self.__dict__["_offered"]
        return found

    def _look(self, name: str) -> Any:
        if name not in self.__dict__:
            made = self.__dict__["_made"]()
            self.__dict__ |= {"all": made.choices, "taken": made.picks, "slips": made.irregular}
        return self.__dict__[name]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Every choice with its reason."""
        found: tuple[Choice, ...] = self._look("all")
        return found

    @property
    def picks(self) -> Mapping[str, tuple[int, int]]:
        """How few and how many choices of a kind are taken in one action."""
        found: Mapping[str, tuple[int, int]] = self._look("taken")
        return found

    @property
    def irregular(self) -> tuple[str, ...]:
        """The slips that may be recorded."""
        found: tuple[str, ...] = self._look("slips")
        return found


@dataclass(frozen=True)
class Trick:
    """Cards in the order played, from `leader` on; extra: a talon card laid on it.

    seats: who plays to it, in order: all but those who have no card left.
    """

    leader: Seat
    cards: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    winner: Seat | None = None
    seats: tuple[Seat, ...] = ()

    def by(self, card: Card) -> Seat:
        """Who played this card."""
        return self.seats[self.cards.index(card)]


@dataclass(frozen=True)
class Double:
    """A flek or one of its answers. sayer: whose announcement is meant ("" for the game)."""

    by: Seat
    word: str
    target: str
    sayer: Seat = ""


@dataclass(frozen=True)
class Saying:
    """One turn of announcing: in which stage, who, what (nothing: silence), and how many cards had
    been played before it."""

    stage: str
    seat: Seat
    items: tuple[str, ...]
    at: int = 0


#: The fields of a hand that playing a card changes.
CHANGING = ("hands", "tricks", "trick", "talon", "actions")


@dataclass(frozen=True)
class Hand:
    """The state of one hand. Everything follows from the deal and the actions."""

    rules: Table
    players: int = 4
    first_hand: bool = False
    opener: Seat = "A"
    kept_on: tuple[Seat, ...] = ()
    cut: int = 0
    way_kept: bool = False
    scattered: tuple[int, ...] = ()
    faced: tuple[Card, ...] = ()
    pack: tuple[Card, ...] = ()
    way: str = ""
    stacks: Mapping[Seat, int] = field(default_factory=dict)
    dealt: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    talon_dealt: tuple[Card, ...] = ()
    talon: tuple[Card, ...] = ()
    actions: tuple[Action, ...] = ()
    calls: tuple[tuple[Seat, str], ...] = ()
    contract: str = ""
    declarer: Seat = ""
    level: int = 1
    picked: tuple[int, ...] = ()
    rest_picked: tuple[int, ...] = ()
    called: Card = ""
    called_as: str = ""
    silent_call: bool = False
    void_calls: tuple[Card, ...] = ()
    drawn: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    draws_done: tuple[str, ...] = ()
    passed_draws: tuple[Seat, ...] = ()
    looks: int = 0
    set_taken: bool = False
    discards: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    shown: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()
    late: tuple[Seat, ...] = ()
    sayings: tuple[Saying, ...] = ()
    displayed: tuple[tuple[Seat, str, tuple[Card, ...]], ...] = ()
    declarations: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    announced: tuple[tuple[Seat, str], ...] = ()
    doubles: tuple[Double, ...] = ()
    announcing_over: bool = False
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    irregular: tuple[tuple[Seat, str], ...] = ()
    ended: str = ""

    #: While the hand is played on quickly (see taroky.running): its short state, and what may be
    #: played, once somebody has asked.
    _run: ClassVar[Any] = None
    _may: ClassVar[Any] = None

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """A field of a hand that is played on quickly, worked out when somebody looks."""
            run = self._run
            if run is None or name not in FIELDS:
                raise AttributeError(name)
            run[0].look(self, run)
            return self.__dict__[name]

    # -- who is who ---------------------------------------------------------------------------

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play."""
        return self.rules.active

    @property
    def at_table(self) -> tuple[Seat, ...]:
        """All seats, with five the dealer E as well."""
        return SEATS[: self.players]

    @property
    def dealer(self) -> Seat:
        """The last seat at the table."""
        return self.at_table[-1]

    @property
    def calling(self) -> Calling | None:
        """The row of calling that the contract names; before the auction is over, that of the bid
        to beat."""
        contract = self.contract or self.standing
        name = self.rules.contracts[contract].calling if contract else None
        return self.rules.calling[name] if name else None

    @property
    def standing(self) -> str:
        """The bid to beat, "" before the first."""
        calls = self.rules.auction.calls
        bids = (call for _, call in reversed(self.calls) if calls[call].rank is not None)
        return next(bids, "")

    @property
    def naming(self) -> bool:
        """Whether the last bidder still has to name the card that goes with his bid."""
        if not self.calls or self.has_called:
            return False
        contract = self.rules.contracts.get(self.calls[-1][1])
        row = self.rules.calling[contract.calling] if contract and contract.calling else None
        return row is not None and row.at == "with_bid"

    @property
    def row(self) -> Contract:
        """The row of the contract that is played."""
        return self.rules.contracts[self.contract]

    def after(self, seat: Seat, steps: int = 1) -> Seat:
        """The active seat so many places on in order of play."""
        active = self.rules.active
        return active[(active.index(seat) + steps) % len(active)]

    def from_seat(self, seat: Seat) -> tuple[Seat, ...]:
        """All active seats in order of play, from this one on."""
        return self.rules.orders[seat]

    def holder(self, card: Card) -> Seat | None:
        """Who holds the card, held it until it was played, or laid it away; None: in the talon."""
        for piles in (self.hands, self.discards):
            for seat, cards in piles.items():
                if card in cards:
                    return seat
        tricks = self.tricks if self.trick is None else (*self.tricks, self.trick)
        return next((trick.by(card) for trick in tricks if card in trick.cards), None)

    @property
    def has_called(self) -> bool:
        """Whether the call of a partner has been made, be it that nobody is called."""
        return bool(self.called or self.called_as)

    @cached_property
    def called_holder(self) -> Seat | None:
        """Whose partner-making card it is, the declarer's own included; None: nobody's (now)."""
        row = self.calling
        if not self.called or row is None:
            return None
        if self.holder_named is not None:
            return self.holder_named
        if row.partner == "holder_before_talon" and self.dealt:
            return next((s for s, cards in self.dealt.items() if self.called in cards), None)
        if row.if_discarded == "alone" and self.laid_away(self.called):
            return None
        return self.holder(self.called)

    def laid_away(self, card: Card) -> Seat | None:
        """Who has discarded the card."""
        return next((s for s, cards in self.discards.items() if card in cards), None)

    @cached_property
    def partner(self) -> Seat | None:
        """The declarer's partner, known to all or not; None while nobody is, or if he is alone."""
        if not self.contract:
            return None
        holder = self.called_holder
        return None if holder == self.declarer else holder

    @cached_property
    def alone(self) -> bool:
        """Whether the declarer plays against all others, whether they know it or not."""
        if self.contract and self.row.sides == "called":
            return self.has_called and self.partner is None and not self._may_be_drawn
        return bool(self.contract) and self.row.sides == "alone"

    @property
    def _may_be_drawn(self) -> bool:
        """Whether the called card lies in the talon and somebody who still draws may get it."""
        row = self.calling
        if self.called not in self.talon or (row and row.partner == "holder_before_talon"):
            return False
        use = self.rules.talon[self.row.talon]
        pending = any(name not in self.draws_done for name in use.draws)
        return pending or bool(use.choose and not self.set_taken)

    @cached_property
    def declarers(self) -> tuple[Seat, ...]:
        """The declarer's side in order of play."""
        return tuple(s for s in self.active if s in (self.declarer, self.partner))

    @cached_property
    def opponents(self) -> tuple[Seat, ...]:
        """The others."""
        return tuple(s for s in self.active if s not in (self.declarer, self.partner))

    @cached_property
    def called_seen(self) -> bool:
        """Whether everybody has seen the called card."""
        seen = (*self.shown, *self.exposed, *(c for t in self.tricks for c in t.cards))
        return self.called in seen or bool(self.trick and self.called in self.trick.cards)

    @property
    def partner_public(self) -> bool:
        """Whether everybody can know the sides: the called card has been seen, the table says so,
        or there is none."""
        row = self.calling
        if not self.contract or self.row.sides != "called" or row is None:
            return True
        if not self.called:
            return self.has_called
        if self.holder_named is not None:
            return True
        if row.secret == "no" or (row.own_secret == "no" and self.called_holder == self.declarer):
            return True
        return self.called_seen

    @cached_property
    def holder_named(self) -> Seat | None:
        """Who has shown by a word that he holds the called card: he announced what only its holder
        or only the declarer's side may, or answered a double of the game for the declarer."""
        bonuses = self.rules.bonuses
        for seat, bonus in self.announced:
            row = bonuses[bonus]
            if row.card == "called" or (row.say_who == "declarers" and seat != self.declarer):
                return seat
        game = [double.by for double in self.doubles if double.target == "game"]
        answers = game[1::2] if self.rules.doubling.first == "side_against" else []
        return next((seat for seat in answers if seat != self.declarer), None)

    def same_side(self, seat: Seat, other: Seat) -> bool:
        """Whether two seats really are on one side; where each plays for himself, nobody is."""
        if seat == other or (self.contract and self.row.sides == "each"):
            return seat == other
        return (seat in self.declarers) == (other in self.declarers)

    def knows_side(self, seat: Seat, other: Seat) -> bool | None:
        """Whether `seat` can know `other` for his side: True, False, or None for cannot know."""
        if seat == other:
            return True
        if self.partner_public:
            return self.same_side(seat, other)
        if self.knows_called(seat):
            return self.same_side(seat, other)
        if self.declarer == other:
            return False
        return None

    def knows_called(self, seat: Seat) -> bool:
        """Whether that seat has the called card, or had it, so that it knows the sides."""
        return bool(self.called) and seat in (self.called_holder, self.holder(self.called))

    @cached_property
    def asked(self) -> tuple[Phase, Seat] | None:
        """The phase that asks now and whom; None when the hand is over."""
        run = self._run
        if run is not None:
            asked: tuple[Phase, Seat] | None = run[0].asked[run[4]] if run[3] else None
            return asked
        if self.ended:
            return None
        for phase in phases_of(self):
            seat = phase.turn(self)
            if seat is not None:
                return phase, seat
        return None

    @cached_property
    def options(self) -> Legal | None:
        """What the seat whose turn it is may do; None when the hand is over."""
        return self.asked[0].legal(self, self.asked[1]) if self.asked else None

    def worked_out[T](self, key: object, work: Callable[[Hand], T]) -> T:
        """What follows from this hand, worked out once; key: by what it is known."""
        memo: dict[object, Any] = self.__dict__.setdefault("_memo", {})
        if key not in memo:
            memo[key] = work(self)
        found: T = memo[key]
        return found

    def carry(self, to: Hand, *keys: object) -> Hand:
        """Let another hand have what was worked out for this one under these keys, since nothing it
        follows from is different there."""
        memo = self.__dict__.get("_memo", {})
        to.__dict__.setdefault("_memo", {}).update({k: memo[k] for k in keys if k in memo})
        return to

    def options_of(self, phase: Phase, seat: Seat) -> Legal:
        """What that seat may do in that phase; worked out once if it is its turn."""
        options = self.options if self.asked == (phase, seat) else None
        return options if options is not None else phase.legal(self, seat)

    def holds(self, seat: Seat) -> tuple[Card, ...]:
        """Cards in that seat's hand now."""
        return self.hands.get(seat, ())

    def tricks_of(self, seats: Iterable[Seat]) -> int:
        """How many finished tricks these seats took."""
        side = set(seats)
        return sum(trick.winner in side for trick in self.tricks)


# No default stays in the class: a field that is absent has to be worked out (see __getattr__).
FIELDS = frozenset(column.name for column in dataclasses.fields(Hand))
for _name in FIELDS & vars(Hand).keys():
    delattr(Hand, _name)

#: What a hand remembers besides its fields.
_WORKED_OUT = (
    *(name for name, thing in vars(Hand).items() if isinstance(thing, cached_property)),
    "_memo", "_run", "_may",
)  # fmt: skip


def replace[T](thing: T, /, **changes: Any) -> T:
    """Like dataclasses.replace, and quicker for a hand."""
    if not isinstance(thing, Hand):
        return dataclasses.replace(thing, **changes)  # type: ignore[type-var]
    known = thing.__dict__
    if "hands" not in known:
        _ = thing.hands  # a hand played on quickly works out its fields
    if not changes.keys() <= FIELDS:
        raise TypeError(f"not all fields of a hand: {sorted(changes)}")
    fields = known.copy()
    if len(fields) > len(FIELDS):
        for name in _WORKED_OUT:
            if name in fields:
                del fields[name]
    fields |= changes
    found = object.__new__(type(thing))
    object.__setattr__(found, "__dict__", fields)
    return found


class Phase(Protocol):
    """What every phase answers. No phase knows another one.

    A phase may also have aside(hand, seat) -> tuple[Choice, ...]: what a seat may do in it although
    the turn is not its own in this phase (a misdeal, a claim during the play, a word out of turn);
    aside_kinds are the kinds of such choices.
    """

    name: str
    aside_kinds: tuple[str, ...]

    def turn(self, hand: Hand) -> Seat | None:
        """Whose turn it is in this phase; None if it has nothing to ask now."""

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        """What that seat may do, and why not the rest."""

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        """Why this action may not be done; None if it may."""

    def apply(self, hand: Hand, action: Action) -> Hand:
        """The hand after an action that check() let pass."""

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """The hand with what this action, which is not of this phase, silently says here."""

    def quiet(self, hand: Hand) -> bool:
        """Whether this phase asks nothing and lets nobody speak any more in this hand, if from now
        on cards are played until none is left."""


def phases_of(hand: Hand) -> tuple[Phase, ...]:
    """The phases of the hand's table in its order."""
    memo = hand.rules.memo
    found: tuple[Phase, ...] | None = memo.get("phases")
    if found is None:
        from taroky.phases import PHASES

        found = tuple(PHASES[name] for name in hand.rules.phases if name in PHASES)
        memo["phases"] = found
    return found


def current(hand: Hand) -> tuple[Phase, Seat] | None:
    """The phase that asks now and whom; None when the hand is over."""
    return hand.asked


def finished(hand: Hand) -> bool:
    """Whether nothing more can be done in this hand."""
    return hand.asked is None


def legal(hand: Hand) -> Legal | None:
    """What the seat whose turn it is may do, every choice with its reason; None when it is over."""
    run = hand._run
    if run is not None:
        may: Legal | None = run[0].legal(hand, run)
        return may
    options = hand.options
    said = (
        asides(hand, options.seat, "say")
        if options is not None and "say" not in options.offered
        else ()
    )
    if options is None or not any(choice.legal for choice in said):
        return options
    most = sum(choice.legal for choice in said)
    return replace(
        options, choices=(*options.choices, *said), picks={**options.picks, "say": (1, most)}
    )


def asides(hand: Hand, seat: Seat, kind: str = "") -> tuple[Choice, ...]:
    """What a seat may do besides, whoever's turn it is: a misdeal of the dealer, a claim. kind: only
    this kind of choice."""
    if hand.ended:
        return ()
    return tuple(
        choice for phase in phases_of(hand)
        if (aside := getattr(phase, "aside", None)) and (not kind or kind in phase.aside_kinds)
        for choice in aside(hand, seat) if not kind or choice.kind == kind
    )  # fmt: skip


def check(hand: Hand, action: Action) -> Refusal | None:
    """Why an action cannot be done now; None if it can."""
    found = _find(hand, action)
    return found if isinstance(found, Refusal) else None


def _find(hand: Hand, action: Action) -> Refusal | tuple[Hand, Phase]:
    """The phase that takes the action, with the hand as it finds it; or why none does."""
    asked = hand.asked
    if asked is None:
        return Refusal(say("hand.over", seat=action.seat))
    phase, seat = asked
    if action.seat not in hand.at_table:
        return Refusal(say("hand.no_seat", seat=action.seat, seats=list(hand.at_table)))
    options = hand.options
    assert options is not None
    offered = options.offered
    in_turn = action.seat == seat and action.kind in offered
    if not in_turn or action.kind == "choose":
        aside = _aside(hand, action)
        if aside is not None:
            return aside
    if action.kind not in offered:
        implied = phase.implied(hand, action)
        if implied is not None:
            return _find(implied, action)
        return _not_now(hand, action) or Refusal(
            say("hand.wrong_kind", seat=action.seat, kind=action.kind, phase=phase.name,
                turn=seat, expected=sorted(offered)),
            _order(hand, action),
        )  # fmt: skip
    if action.seat != seat:
        return _not_now(hand, action) or Refusal(
            say("hand.not_turn", seat=action.seat, turn=seat, phase=phase.name),
            _order(hand, action),
        )
    refusal = phase.check(hand, action)
    return refusal if refusal is not None else (hand, phase)


def _order(hand: Hand, action: Action) -> tuple[str, ...]:
    """The rule points that say when, and how often, an action of this kind has its place; if none
    do, those of the order of a hand."""
    rules, row = hand.rules, hand.row if hand.contract else None
    cells = []
    match action.kind:
        case "bid":
            cells = ["auction.starts", "auction.asks"] if rules.auction.calls else ["auction.self"]
        case "discard" if row:
            other = "discard" if "discard" in row.points else "talon"
            cells = [f"contracts.{hand.contract}.{other}"]
            if row.discard:
                cells = [f"discard.{row.discard}.{cell}" for cell in ("once", "order")]
        case "say":
            cells = [
                cell for phase in phases_of(hand) if hasattr(phase, "places")
                for cell in phase.places(hand, action)
            ] or ["announce.stages", *([] if rules.doubling.steps else ["doubling.self"])]  # fmt: skip
        case _ if not hand.dealt:
            asked = {way.asked for way in rules.deal.ways.values()}
            cells = ["deal.ways", *(["deal.cutter"] if "cutter" in asked else [])]
        case "call" if row:
            own = f"calling.{row.calling}.at"
            cells = [own if row.calling else f"contracts.{hand.contract}.calling"]
        case "choose" if row:
            cells = [f"contracts.{hand.contract}.offers"]
        case "draw" | "take" | "reject" | "look" if row:
            cells = [f"contracts.{hand.contract}.talon", f"talon.{row.talon}.self"]
        case "play" if row:
            first = not hand.tricks and not hand.trick
            cells = [
                f"play.{row.play}.{cell}" for cell in ("order", "lead" if first else "winner_leads")
            ]
    found = [point for cell in cells for point in rules.points_of(cell)]
    return tuple(dict.fromkeys(found or rules.points_of("phases")))


def _not_now(hand: Hand, action: Action) -> Refusal | None:
    """Why an offer of the table is not open to this seat at this moment, or why something is said
    too late; None for other actions."""
    for phase in phases_of(hand):
        closed = getattr(phase, "closed", None)
        refusal: Refusal | None = closed(hand, action) if closed else None
        if refusal is not None:
            return refusal
    name = action.what[0] if action.kind == "choose" and action.what else ""
    if name not in hand.rules.offers:
        return None
    if hand.rules.offers[name].who == "any" and action.seat in hand.dealt:
        from taroky.phases.offers import refusal as unmet

        never = unmet(hand, action.seat, name)  # this hand could not have chosen it earlier either
        if never is not None:
            return never
    cells = (hand.rules.points_of(f"offers.{name}.{cell}") for cell in ("at", "until"))
    return Refusal(
        say("offer.not_now", row=name), tuple(dict.fromkeys(p for ids in cells for p in ids))
    )


#: Kinds of actions that put several choices together, so that the phase has to look at them all.
_SETS = frozenset({"say", "discard"})


def _aside(hand: Hand, action: Action) -> Refusal | tuple[Hand, Phase] | None:
    for phase in phases_of(hand):
        aside = getattr(phase, "aside", None)
        if aside is None or action.kind not in phase.aside_kinds:
            continue
        for choice in aside(hand, action.seat):
            if choice.kind != action.kind:
                continue
            if choice.kind in _SETS:
                return phase.check(hand, action) or (hand, phase)
            if choice.what == " ".join(action.what):
                return choice.refusal or (hand, phase)
    return None


def apply(hand: Hand, action: Action) -> Hand:
    """The hand after the action. Raises IllegalAction with the reason and its rule points."""
    run = hand._run
    if run is not None:
        played: Hand | None = run[0].step(hand, run, action)
        if played is not None:
            return played
    found = _find(hand, action)
    if isinstance(found, Refusal):
        raise IllegalAction(
            say("hand.illegal", action=str(action), reason=found.message),
            points=found.points, action=str(action),
        )  # fmt: skip
    before, phase = found
    after = phase.apply(before, action)
    if after is before:
        after = replace(after)
    after.__dict__["actions"] = (*hand.actions, action)  # nobody else has seen this hand yet
    after = settle_by_itself(after)
    return _started(after)


def _started(hand: Hand) -> Hand:
    """The hand, ready to be played on quickly if nothing but cards can come from now on."""
    from taroky.running import start

    start(hand)
    return hand


def settle_by_itself(hand: Hand) -> Hand:
    """What happens without anybody's doing: the only contract of a table without an auction, a
    partner nobody names, an offer that ends a hand by itself."""
    if hand.ended or not hand.dealt:
        return hand
    if not hand.rules.auction.calls and not hand.contract:
        name, row = next(iter(hand.rules.contracts.items()))
        hand = replace(hand, contract=name, declarer="" if row.sides == "each" else hand.opener)
    for alone in _by_themselves(hand):
        hand = alone(hand)
    offer = ""
    if hand.announcing_over and not hand.tricks and hand.trick is None:
        from taroky.phases.offers import engine_offer

        offer = engine_offer(hand)
    return replace(hand, ended=offer) if offer else hand


def _by_themselves(hand: Hand) -> tuple[Callable[[Hand], Hand], ...]:
    memo = hand.rules.memo
    found: tuple[Callable[[Hand], Hand], ...] | None = memo.get("by_itself")
    if found is None:
        found = tuple(p.by_itself for p in phases_of(hand) if hasattr(p, "by_itself"))
        memo["by_itself"] = found
    return found


def opener_of(rules: Table, hands: Mapping[Seat, Sequence[Card]], first_hand: bool) -> Seat:
    """Who opens: the first player; in the first hand of a session perhaps whoever holds a card."""
    row = rules.auction.first_hand
    if first_hand and row is not None:
        for card in row.lowest_held:
            for seat, cards in hands.items():
                if card in cards:
                    return seat
    return rules.active[0]


def check_deal(rules: Table, hands: Mapping[Seat, Sequence[Card]], talon: Sequence[Card]) -> None:
    """Raises CardError unless hands and talon are the whole pack, each the right size."""
    seen: set[Card] = set()
    for seat in rules.active:
        cards = hands.get(seat, ())
        if len(cards) != rules.deal.hand:
            raise CardError(
                say("deal.hand_size", seat=seat, n=len(cards), expected=rules.deal.hand),
                points=rules.points_of("deal.hand"),
            )
    extra = [seat for seat in hands if seat not in rules.active]
    if extra:
        raise CardError(say("hand.no_seat", seat=extra[0], seats=list(rules.active)))
    if len(talon) != rules.deal.talon.cards:
        raise CardError(
            say("deal.talon_size", n=len(talon), expected=rules.deal.talon.cards),
            points=rules.points_of("deal.talon.cards"),
        )
    for card in (*(c for seat in rules.active for c in hands[seat]), *talon):
        if card in seen:
            raise CardError(say("card.twice", card=card))
        if card not in rules.cards.cards:
            raise CardError(say("card.unknown", text=card, cards=len(rules.cards.cards)))
        seen.add(card)


def dealt(
    rules: Table,
    hands: Mapping[Seat, Sequence[Card]],
    talon: Sequence[Card],
    *,
    players: int | None = None,
    first_hand: bool = False,
) -> Hand:
    """A hand whose cards have been dealt; first_hand: the first of its session. Raises CardError
    for anything but a whole pack."""
    check_deal(rules, hands, talon)
    cards = {seat: rules.cards.sort(hands[seat]) for seat in rules.active}
    return settle_by_itself(
        Hand(
            rules=rules, players=_players(rules, players), dealt=cards, hands=cards,
            talon_dealt=tuple(talon), talon=tuple(talon), first_hand=first_hand,
            opener=opener_of(rules, cards, first_hand),
        )
    )  # fmt: skip


def undealt(
    rules: Table, pack: Sequence[Card], *, players: int | None = None, first_hand: bool = False
) -> Hand:
    """A hand before the deal: the shuffled pack, top card first. Raises CardError."""
    if sorted(pack) != sorted(rules.cards.cards):
        raise CardError(say("deal.not_a_pack", n=len(pack), expected=len(rules.cards.cards)))
    return Hand(
        rules=rules, players=_players(rules, players), pack=tuple(pack), first_hand=first_hand
    )


def _players(rules: Table, players: int | None) -> int:
    if players is None:
        return rules.seats.active
    if players not in rules.seats.players:
        raise CardError(
            say("deal.players", n=players, expected=[str(p) for p in rules.seats.players]),
            points=rules.points_of("seats.players"),
        )
    return players


def replay(start: Hand, actions: Iterable[Action]) -> Hand:
    """The hand after all these actions. Raises IllegalAction at the first that is not legal."""
    hand = start
    for action in actions:
        hand = apply(hand, action)
    return hand
