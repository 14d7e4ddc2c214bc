"""Many hands at one table: who deals, who opens, who sits out, what everybody has won so far, what
lies in the pots, when it ends and who has won.

Everybody has a place, numbered from 0 in order of play, and keeps it all session. Between two hands
somebody may go and somebody else sit down; then the table is other places, in another order, and the player who
has gone keeps what he has won. A session is its beginning, the hands played since and who sat there for
them, and everything else follows from these. As a file it is JSON; a hand in it is a record, or the
facts of its end, or just what was paid.

Sources: HLU-DEAL-01, HLU-DEAL-02, HLU-SEAT-03, HLU-SEAT-05, HLU-DEAL-08, HLU-POOL-16, POL-POT-15,
MACH-DEAL-01, MACH-DEAL-02, MACH-SESS-01 to MACH-SESS-07, VIC-SEAT-02 to VIC-SEAT-04, VIC-SESS-05,
VIC-SESS-06, HEUN-SESSION-01 to HEUN-SESSION-12, FR-DEAL-02 to FR-DEAL-04, FR-DEAL-14, FR-SESSION-01
to FR-SESSION-04.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any

from taroky import rules as tables
from taroky.cards import Card
from taroky.counting.piles import side_cards
from taroky.errors import RecordError, TarokyError
from taroky.facts import reading as facts_of
from taroky.game import finished, undealt
from taroky.game import record as records
from taroky.game.record import Record
from taroky.hand import Hand
from taroky.messages import money, say
from taroky.rules.table import SEATS, Seat, Table
from taroky.settlement import Settlement, finished_facts, settle

FORMAT = "taroky-session"
VERSION = 1

#: How a first dealer is found by cards that everybody draws.
_DRAWN = ("highest_draw", "before_high_draw", "draw_lowest")
#: Suits from high to low, where they decide between equal cards drawn.
_SUITS = "SHDC"


# -- the first dealer -----------------------------------------------------------------------------


def draws_again(rules: Table, drawn: Mapping[int, Card]) -> tuple[int, ...]:
    """The places that have to draw another card: the player who drew the excuse where that does not count,
    else those whose cards are equal at the end that decides. () when it is decided."""
    row = rules.deal.draw
    if row.excuse == "redraw":
        excused = tuple(place for place, card in drawn.items() if card == "SKYZ")
        if excused:
            return excused
    ranks = {place: _rank(rules, card) for place, card in drawn.items()}
    wanted = (min if rules.deal.first_dealer == "draw_lowest" else max)(ranks.values())
    best = tuple(place for place, rank in ranks.items() if rank == wanted)
    return best if len(best) > 1 else ()


def _rank(rules: Table, card: Card) -> tuple[int, ...]:
    """How a drawn card compares: by points, or taroky above suit cards, each by rank."""
    pack, row = rules.cards, rules.deal.draw
    suit = 0 if pack.is_tarok(card) or card == "SKYZ" else -_SUITS.index(card[-1])
    tie = (suit,) if row.tie == "suit_order" else ()
    if row.by == "points":
        return (pack.value(card), *tie)
    if card in rules.pack.trumps or card == "SKYZ":
        order = ["SKYZ", *(trump for trump in rules.pack.trumps if trump != "SKYZ")]
        return (1, -order.index(card), *tie)
    ranks = rules.pack.black if card[-1] in ("S", "C") else rules.pack.red
    return (0, -ranks.index(card[:-1]), *tie)


def dealer_of(rules: Table, drawn: Mapping[int, Card], players: int) -> int:
    """The place that deals first by the cards that decide it, at a table of so many."""
    ranks = {place: _rank(rules, card) for place, card in drawn.items()}
    low = rules.deal.first_dealer == "draw_lowest"
    place = (min if low else max)(ranks, key=ranks.__getitem__)
    return (place - 1) % players if rules.deal.first_dealer == "before_high_draw" else place


def first_dealer(rules: Table, drawn: Sequence[Card] | Mapping[int, Card]) -> int | None:
    """The place that deals first when places have drawn these cards (all of them in order, or those
    that drew again); None: it is not decided, and draws_again() says who draws once more."""
    cards = dict(enumerate(drawn)) if not isinstance(drawn, Mapping) else dict(drawn)
    if draws_again(rules, cards):
        return None
    return dealer_of(
        rules, cards, len(cards) if not isinstance(drawn, Mapping) else rules.seats.active
    )


def after_redraw(drawn: Mapping[int, Card], fresh: Mapping[int, Card]) -> dict[int, Card]:
    """The cards that count after some have drawn again: another card in the place of the excuse, or
    only the new cards of those who were equal."""
    if all(drawn[place] == "SKYZ" for place in fresh):
        return {**drawn, **fresh}
    return dict(fresh)


def choose_dealer(
    rules: Table, players: int, rng: random.Random
) -> tuple[int, tuple[dict[int, Card], ...]]:
    """The place that deals first, and the cards drawn for it round after round, as far as the table
    leaves it to the cards or to chance. The first to sit down deals where people decide."""
    if rules.deal.first_dealer == "random":
        return rng.randrange(players), ()
    if rules.deal.first_dealer not in _DRAWN:
        return 0, ()
    pack = list(rules.cards.shuffled(rng))
    drawn = {place: pack.pop() for place in range(players)}
    rounds = [dict(drawn)]
    while again := draws_again(rules, drawn):
        if len(pack) < players:
            pack = list(rules.cards.shuffled(rng))
        fresh = {place: pack.pop() for place in again}
        rounds.append(dict(fresh))
        drawn = after_redraw(drawn, fresh)
    return dealer_of(rules, drawn, players), tuple(rounds)


# -- a hand of a session --------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """What a session keeps of a hand. Seats are those of the hand.

    pots: how much each changed. replay: it counts for nothing and is dealt again. dealer: the place
    that dealt it, if that is not whom the rules name. source: what the file holds of it (a record,
    facts, or nothing but this).
    """

    payments: Mapping[Seat, Decimal]
    pots: Mapping[str, Decimal] = field(default_factory=dict)
    contract: str = ""
    declarer: Seat = ""
    opener: Seat = "A"
    ended: str = ""
    replay: bool = False
    source: Mapping[str, Any] = field(default_factory=dict, compare=False)
    hand: Hand | None = field(default=None, compare=False)
    dealer: int | None = None


def dealt_again(rules: Table, played: Played) -> bool:
    """Whether this hand was not played and its cards are dealt again."""
    if played.replay or played.ended == "all_pass":
        return True
    if played.ended in rules.offers:
        return rules.offers[played.ended].then.startswith("redeal")
    penalty = rules.penalties.get(played.ended)
    return penalty is not None and penalty.next_dealer is not None


def next_dealer(rules: Table, played: Played, players: int | None = None) -> Seat:
    """Which seat of this hand deals the next one."""
    at_table = SEATS[: players or rules.seats.active]
    dealer, after = at_table[-1], at_table[0]
    if played.replay:
        return dealer
    if played.ended in rules.penalties:
        word = rules.penalties[played.ended].next_dealer
        if word is not None:
            return dealer if word == "same" else after
    if played.ended == "all_pass":
        return dealer if rules.auction.all_pass == "redeal_same_dealer" else after
    if played.ended in rules.offers:
        then = rules.offers[played.ended].then
        if then.startswith("redeal"):
            return dealer if then == "redeal_same_dealer" else after
    row = rules.session
    who = row.next_dealer_by.get(played.contract, row.next_dealer)
    return {"first": after, "opener": played.opener, "declarer": played.declarer or after}[who]


def ask_next_dealer(
    rules: Table, contract: str = "", declarer: Seat = "", opener: Seat = "", ended: str = "",
    players: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Which seat deals after such a hand, as JSON data: the seat, whether the hand is one of an
    agreed number, whether its cards are dealt again. Raises RecordError for a word the game does
    not know."""
    if players is not None and players not in rules.seats.players:
        raise RecordError(
            say("deal.players", n=players, expected=list(map(str, rules.seats.players)))
        )
    told = {"contract": contract, "declarer": declarer, "ended": ended}
    told |= {"opener": opener} if opener else {}
    played = Played({}, **_about(rules, told))
    again = dealt_again(rules, played)
    return {"seat": next_dealer(rules, played, players), "dealt_again": again,
            "counts": rules.session.counts.get(ended, not again)}  # fmt: skip


def played_of(hand: Hand, settled: Settlement) -> Played:
    """What a session keeps of a finished hand."""
    return Played(
        settled.payments, settled.pots, hand.contract, hand.declarer, hand.auction.opener, hand.ended,
        settled.replay, {"record": records.to_json(records.of_hand(hand))}, hand,
    )  # fmt: skip


# -- the session ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """Where a player stands: chips or points now (start, hands, and his part of a pot at the end),
    and his rank; equals share one."""

    place: int
    name: str
    total: Decimal
    rank: int


@dataclass(frozen=True)
class Session:
    """A table with its players in order of play.

    players: everybody who has sat there; who came later stands last. seatings: after how many hands
    which places were at the table from then on, in order of play, the first of them after 0; none: all
    of them, always. first: the place that dealt the first hand. chips: what everybody started with. agreed: after
    how many hands it ends, where that was agreed; stopped: after how many the players ended it.
    drawn: the cards drawn for the first deal, round after round. title: what the players call it.
    """

    rules: Table
    players: tuple[str, ...]
    first: int = 0
    chips: Decimal = Decimal(0)
    agreed: int | None = None
    stopped: int | None = None
    played: tuple[Played, ...] = ()
    drawn: tuple[Mapping[int, Card], ...] = ()
    title: str = ""
    seatings: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def seated(self, hand: int) -> tuple[int, ...]:
        """The places at the table when this hand was dealt, in order of play. Hands count from 0;
        before that they are those who sat down first."""
        found = self.seatings[0][1] if self.seatings else tuple(range(len(self.players)))
        for after, places in self.seatings:
            if after <= hand:
                found = places
        return found

    @cached_property
    def table(self) -> tuple[int, ...]:
        """The places that are at the table now, in order of play."""
        return self.seated(len(self.played))

    @cached_property
    def dealers(self) -> tuple[int, ...]:
        """The place that dealt each hand so far, and last the one that deals now."""
        found = [self._passed(self.first, 0)]
        for number, played in enumerate(self.played):
            if played.dealer is not None:
                found[-1] = played.dealer
            table = self.seated(number)
            seat = next_dealer(self.rules, played, len(table))
            found.append(self._passed(place_at(table, found[-1], seat), number + 1))
        return tuple(found)

    def _passed(self, place: int, hand: int) -> int:
        """Who deals a hand that is this place's to deal. If he has gone, the deal passes to the next
        who is there: the player who now sits behind the last one before him."""
        table = self.seated(hand)
        if place in table:
            return place
        before = self.seated(hand - 1)
        at = before.index(place)
        for other in (*reversed(before[:at]), *reversed(before[at:])):
            if other in table:
                return table[(table.index(other) + 1) % len(table)]
        return table[0]

    @property
    def dealer(self) -> int:
        """The place that deals now."""
        return self.dealers[-1]

    def seat_of(self, place: int) -> Seat:
        """The seat of a place in the hand now dealt: A is the next after the dealer."""
        return seat_at(self.table, self.dealer, place)

    def place_of(self, seat: Seat) -> int:
        """The place of a seat in the hand now dealt."""
        return place_at(self.table, self.dealer, seat)

    @property
    def sits_out(self) -> int | None:
        """The place that takes no part in this hand: with one too many the dealer's."""
        return self.dealer if len(self.table) > self.rules.seats.active else None

    @property
    def first_hand(self) -> bool:
        """Whether the hand now dealt is the first of the session; a first hand that is dealt again
        still is, unless the table says otherwise."""
        if self.rules.session.redealt_first == "normal":
            return not self.played
        return all(dealt_again(self.rules, played) for played in self.played)

    def counts(self, played: Played) -> bool:
        """Whether a hand is one of the agreed number."""
        again = dealt_again(self.rules, played)
        return not played.replay and self.rules.session.counts.get(played.ended, not again)

    @property
    def hands(self) -> int:
        """How many hands have been played that count."""
        return sum(map(self.counts, self.played))

    @cached_property
    def paid(self) -> tuple[Mapping[int, Decimal], ...]:
        """What each hand brought each place, as far as it could be paid."""
        found: list[Mapping[int, Decimal]] = []
        balances = [self.chips] * len(self.players)
        for number, (played, dealer) in enumerate(zip(self.played, self.dealers, strict=False)):
            table = self.seated(number)
            owed = {place_at(table, dealer, s): amount for s, amount in played.payments.items()}
            if self.rules.session.debt == "pay_what_he_has":
                order = [place_at(table, dealer, seat) for seat in SEATS[: len(table)]]
                owed = self._covered(owed, balances, order)
            for place, amount in owed.items():
                balances[place] += amount
            found.append(owed)
        return tuple(found)

    def _covered(
        self, owed: Mapping[int, Decimal], balances: Sequence[Decimal], order: Sequence[int]
    ) -> dict[int, Decimal]:
        """Payments cut down to what each payer has. Those who are paid bear the shortage in
        proportion to what is due to them; odd steps go to the first of them in order of play."""
        step = self.rules.unit.step
        paid = {p: max(amount, -max(balances[p], Decimal(0))) for p, amount in owed.items()}
        short = sum(paid.values()) - sum(owed.values())
        due = sum((amount for amount in owed.values() if amount > 0), start=Decimal(0))
        if not short or not due:
            return paid
        for place, amount in owed.items():
            if amount > 0:
                paid[place] = amount * (due - short) / due // step * step
        for place in order:
            if sum(paid.values()) < sum(owed.values()) and owed.get(place, 0) > 0:
                paid[place] += step
        return paid

    @property
    def totals(self) -> tuple[Decimal, ...]:
        """Won or lost so far, by place."""
        return tuple(
            sum((hand.get(place, Decimal(0)) for hand in self.paid), start=Decimal(0))
            for place in range(len(self.players))
        )

    @property
    def pots(self) -> dict[str, Decimal]:
        """What lies in each pot."""
        found = {name: pot.starts for name, pot in self.rules.pots.items() if pot.on}
        for played in self.played:
            for name, change in played.pots.items():
                found[name] = found.get(name, Decimal(0)) + change
        return found

    @property
    def shares(self) -> Decimal:
        """What everybody at the table gets of the pots at the end; what does not divide stays there."""
        step, total = self.rules.unit.step, Decimal(0)
        if self.over:
            for name, content in self.pots.items():
                if self.rules.pots[name].at_end == "share_equally":
                    total += content / len(self.table) // step * step
        return total

    @property
    def limit(self) -> int | None:
        """After how many hands it ends; None where that is open."""
        word = self.rules.session.ends.hands
        if self.stopped is not None:
            return self.stopped
        return self.agreed if word in ("unlimited", "agreed") else int(word)

    @property
    def over(self) -> bool:
        """Whether no more hands are played."""
        ends = self.rules.session.ends
        balances = [self.chips + total for total in self.totals]
        left = min(balances[place] for place in self.table)
        if ends.chips is not None and self.played and left <= ends.chips:
            return True
        if self.limit is None or self.hands < self.limit:
            return False
        tied = balances.count(max(balances)) > 1
        return not (tied and self.rules.session.tie == "extra_round")

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody from the best to the last, the player who has gone with what he had then."""
        balances = [
            self.chips + total + (self.shares if place in self.table else 0)
            for place, total in enumerate(self.totals)
        ]
        order = sorted(range(len(self.players)), key=lambda place: -balances[place])
        return tuple(
            Standing(place, self.players[place], balances[place],
                     1 + sum(other > balances[place] for other in balances))
            for place in order
        )  # fmt: skip

    @property
    def winners(self) -> tuple[int, ...]:
        """The places that have won, once it is over; several if they are equal. None where the
        table names no winner."""
        if not self.over or self.rules.session.best == "none":
            return ()
        return tuple(sorted(row.place for row in self.standings if row.rank == 1))

    # -- going on ---------------------------------------------------------------------------------

    def after(self, payments: Mapping[Seat, Decimal], ended: str = "", **more: Any) -> Session:
        """The session after a hand with these payments; more: other fields of Played. Raises
        RecordError when it is over."""
        return self.with_hand(Played(dict(payments), ended=ended, **more))

    def with_hand(self, played: Played) -> Session:
        """The session after this hand. Raises RecordError when it is over."""
        if self.over:
            raise RecordError(
                say("session.over", hands=self.hands),
                points=self.rules.points_of("session.ends"),
            )
        return replace(self, played=(*self.played, played))

    def add(self, hand: Hand) -> Session:
        """The session after a finished hand, settled with what lies in the pots. Raises RecordError
        for a hand of another game, or one that is not over."""
        if hand.rules != self.rules:
            raise RecordError(
                say("session.other_rules", found=hand.rules.table, expected=self.rules.table)
            )
        if not finished(hand):
            raise RecordError(say("session.unfinished", actions=len(hand.actions)))
        if hand.players != len(self.table):
            raise RecordError(say("session.players", found=hand.players, expected=len(self.table)))
        if hand.first_hand != self.first_hand and self.rules.auction.first_hand is not None:
            which = "session.first_hand" if self.first_hand else "session.no_first_hand"
            raise RecordError(
                say(which, number=len(self.played) + 1),
                points=self.rules.points_of("auction.first_hand"),
            )
        settled = settle(self.rules, finished_facts(hand, self.pots))
        return self.with_hand(played_of(hand, settled))

    def seat(self, players: Sequence[str]) -> Session:
        """The session with these people at the table from the next hand on, in order of play. Who has
        not been there before begins as all others did; who is not named has gone. Raises RecordError
        when it is over, and for a number of players the game does not take."""
        if self.over:
            raise RecordError(
                say("session.over", hands=self.hands),
                points=self.rules.points_of("session.ends"),
            )
        data = to_json(self)
        return from_json({**data, "changes": self.changes(players)})

    def changes(self, players: Sequence[str]) -> list[dict[str, Any]]:
        """Who came and went so far, and that these are there now, as the session's file has it."""
        names = [name.strip() for name in players]
        now = len(self.played)
        found = [one for one in _changes_json(self) if one["after"] < now]
        before = found[-1]["players"] if found else [self.players[p] for p in self.seated(-1)]
        return found if names == before else [*found, {"after": now, "players": names}]

    def stop(self) -> Session:
        """The session ended by its players after the hands played so far."""
        return replace(self, stopped=self.hands)

    def pack(self, rng: random.Random) -> tuple[Card, ...]:
        """The pack for the next deal: shuffled, or where the table does not shuffle between deals
        the piles of the last hand put together."""
        last = self.played[-1].hand if self.played else None
        if self.rules.deal.shuffle or last is None:
            return self.rules.cards.shuffled(rng)
        return gathered(last)

    def deal(self, rng: random.Random) -> Hand:
        """The next hand before its deal."""
        return undealt(
            self.rules, self.pack(rng), players=len(self.table), first_hand=self.first_hand
        )


def gathered(hand: Hand) -> tuple[Card, ...]:
    """The pack as it is put together after a hand: pile upon pile, then the talon and the cards
    nobody played."""
    piles: list[Card] = []
    if hand.contract and hand.play.tricks:
        piles = [card for cards in side_cards(hand).values() for card in cards]
    unplayed = [card for seat in hand.active for card in hand.holds(seat)]
    return tuple(dict.fromkeys((*piles, *hand.cards.talon, *unplayed, *hand.rules.cards.cards)))


def start(
    rules: Table,
    players: Sequence[str],
    dealer: int = 0,
    *,
    chips: Decimal | None = None,
    hands: int | None = None,
    drawn: Sequence[Mapping[int, Card]] = (),
) -> Session:
    """A new session. chips: what everybody starts with, if not as the table says; hands: after how
    many it ends. Raises RecordError for a number of players the game does not take and for what
    cannot be agreed."""
    names = _names(rules, players)
    if chips is not None and (not chips.is_finite() or chips <= 0):
        raise RecordError(say("session.chips", value=str(chips)))
    if hands is not None and hands < 1:
        raise RecordError(say("session.hands", value=str(hands)))
    if hands is not None and rules.session.ends.hands != "agreed":
        raise RecordError(
            say("session.fixed", value=str(hands), expected=rules.session.ends.hands),
            points=rules.points_of("session.ends.hands"),
        )
    return Session(
        rules, tuple(names), dealer % len(names),
        rules.session.start_chips if chips is None else chips, hands, drawn=tuple(drawn),
    )  # fmt: skip


def _names(rules: Table, players: Sequence[str]) -> list[str]:
    """The names of people who sit down to a game. Raises RecordError."""
    if len(players) not in rules.seats.players:
        raise RecordError(
            say("deal.players", n=len(players), expected=list(map(str, rules.seats.players))),
            points=rules.points_of("seats.players"),
        )
    return told_apart(players)


def told_apart(players: Sequence[str]) -> list[str]:
    """The names of people, without blanks around them. Raises RecordError where one is missing or stands
    twice."""
    names = [name.strip() for name in players]
    if not all(names):
        raise RecordError(say("session.no_name", number=names.index("") + 1, n=len(names)))
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RecordError(say("session.names", names=twice))
    return names


def place_at(table: Sequence[int], dealer: int, seat: Seat) -> int:
    """The place that has this seat at a table, given in order of play, when `dealer` deals."""
    return table[(table.index(dealer) + 1 + SEATS.index(seat)) % len(table)]


def seat_at(table: Sequence[int], dealer: int, place: int) -> Seat:
    """The seat that a place has at a table when `dealer` deals."""
    return SEATS[(table.index(place) - table.index(dealer) - 1) % len(table)]


# -- the file -------------------------------------------------------------------------------------


def to_json(session: Session) -> dict[str, Any]:
    """The session as JSON data; its schema is schemas/session.json."""
    data: dict[str, Any] = {
        "format": FORMAT, "version": VERSION, "rules": session.rules.name,
        "options": dict(session.rules.chosen),
        "players": [session.players[place] for place in session.seated(-1)],
        "first_dealer": session.players[session.first], "chips": str(session.chips),
        "hands": [_played_json(session, played) for played in session.played],
    }  # fmt: skip
    if changes := _changes_json(session):
        data["changes"] = changes
    if session.title:
        data["title"] = session.title
    if session.agreed is not None:
        data["agreed_hands"] = session.agreed
    if session.stopped is not None:
        data["stopped"] = True
    if session.drawn:
        data["drawn"] = [
            {session.players[place]: card for place, card in row.items()} for row in session.drawn
        ]
    return data


def _changes_json(session: Session) -> list[dict[str, Any]]:
    return [
        {"after": after, "players": [session.players[place] for place in places]}
        for after, places in session.seatings[1:]
    ]


def _played_json(session: Session, played: Played) -> dict[str, Any]:
    dealt = {} if played.dealer is None else {"dealer": session.players[played.dealer]}
    if played.source:
        return {key: value for key, value in played.source.items() if key != "dealer"} | dealt
    data: dict[str, Any] = {"payments": {s: str(a) for s, a in played.payments.items()}}
    if played.pots:
        data["pots"] = {name: str(change) for name, change in played.pots.items()}
    for key in ("contract", "declarer", "ended"):
        if getattr(played, key):
            data[key] = getattr(played, key)
    if played.opener != "A":
        data["opener"] = played.opener
    if played.replay:
        data["replay"] = True
    return data | dealt


_KEYS = ("format", "version", "rules", "options", "players", "first_dealer", "chips", "hands",
         "agreed_hands", "stopped", "drawn", "title", "changes")  # fmt: skip
_HAND_KEYS = ("record", "facts", "payments", "pots", "contract", "declarer", "opener", "ended",
              "replay", "dealer")  # fmt: skip


def from_json(data: Any) -> Session:
    """The session that JSON data holds, every hand of it replayed or settled again. Raises
    RecordError with one sentence that says where and what."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise RecordError(say("session.json", expected=f'{{"format": "{FORMAT}", …}}'))
    if data.get("version") != VERSION:
        found = str(data.get("version"))[:20]
        raise RecordError(say("record.version", found=found, expected=VERSION))
    _known(data, _KEYS)
    options = data.get("options", {})
    players = data.get("players")
    if not isinstance(options, Mapping):
        raise _bad("options", options, "{key: value}")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise _bad("players", players, "a list of names")
    rules = tables.load(
        str(data.get("rules")), {str(k): tables.as_word(v) for k, v in options.items()}
    )
    dealer = data.get("first_dealer", players[0] if players else "")
    if dealer not in players:
        raise _bad("first_dealer", dealer, "one of the players")
    agreed = data.get("agreed_hands")
    if agreed is not None and (not isinstance(agreed, int) or isinstance(agreed, bool)):
        raise _bad("agreed_hands", agreed, "a whole number")
    chips = _number(data.get("chips", str(rules.session.start_chips)), "chips")
    session = start(rules, players, players.index(dealer), chips=chips or None, hands=agreed)
    title = data.get("title", "")
    if not isinstance(title, str):
        raise _bad("title", title, "a text")
    session = replace(session, drawn=_drawn(session, data.get("drawn", [])), title=title)
    session = _with_changes(session, data.get("changes", []))
    hands = data.get("hands", [])
    if not isinstance(hands, list):
        raise _bad("hands", hands, "a list of hands")
    for number, item in enumerate(hands, start=1):
        try:
            session = with_json(session, item)
        except TarokyError as problem:
            raise RecordError(
                say("session.hand", number=number, problem=problem.message), points=problem.points
            ) from None
    return session.stop() if data.get("stopped") is True else session


def _with_changes(session: Session, changes: Any) -> Session:
    """The session at its beginning, knowing who will come and go."""
    if not isinstance(changes, list):
        raise _bad("changes", changes, "a list of {after: hands, players: names}")
    people, found = list(session.players), [(0, session.seated(0))]
    for one in changes:
        after = one.get("after") if isinstance(one, Mapping) else None
        players = one.get("players") if isinstance(one, Mapping) else None
        if (
            set(one if isinstance(one, Mapping) else ()) != {"after", "players"}
            or not isinstance(after, int) or isinstance(after, bool) or after < found[-1][0]
            or not isinstance(players, list) or not all(isinstance(name, str) for name in players)
        ):  # fmt: skip
            raise _bad("changes", one, "{after: hands, players: names}, one after another")
        names = _names(session.rules, players)
        people += [name for name in names if name not in people]
        found.append((after, tuple(map(people.index, names))))
    return replace(session, players=tuple(people), seatings=tuple(found) if changes else ())


def with_json(session: Session, item: Any) -> Session:
    """The session after a hand given as JSON data: {"record": …}, {"facts": …} or {"payments": …}.
    Raises RecordError."""
    if not isinstance(item, Mapping):
        raise _bad("hands", item, "a hand: {record: …}, {facts: …} or {payments: …}")
    _known(item, _HAND_KEYS)
    given = [key for key in ("record", "facts", "payments") if key in item]
    if len(given) != 1:
        raise RecordError(say("session.one_of", found=given))
    if given == ["record"]:
        entry: Record = records.from_json(item["record"])
        after = session.add(entry.replay())
    elif given == ["facts"]:
        after = _with_facts(session, item)
    else:
        after = _with_payments(session, item)
    if "dealer" not in item:
        return after
    there = [session.players[place] for place in session.table]
    dealer = session.players.index(_one_of(item["dealer"], there, "dealer"))
    played = replace(after.played[-1], dealer=dealer)
    return replace(after, played=(*session.played, played))


def _with_payments(session: Session, item: Mapping[str, Any]) -> Session:
    payments = item["payments"]
    if not isinstance(payments, Mapping):
        raise _bad("payments", payments, "{seat: amount}")
    seats = SEATS[: len(session.table)]
    amounts = {
        _one_of(seat, seats, "payments"): _number(value, f"payments.{seat}")
        for seat, value in payments.items()
    }
    pots = item.get("pots", {})
    if not isinstance(pots, Mapping):
        raise _bad("pots", pots, "{pot: amount}")
    changes = {
        _one_of(name, list(session.rules.pots), "pots"): _number(value, f"pots.{name}")
        for name, value in pots.items()
    }
    if sum(amounts.values()) + sum(changes.values()) and not written(session.rules):
        raise RecordError(say("session.sum", total=money(sum(amounts.values(), Decimal(0)))))
    return session.with_hand(
        Played(amounts, changes, **_about(session.rules, item), replay=item.get("replay") is True)
    )


def written(rules: Table) -> bool:
    """Whether some points are only written down, with nobody who pays them."""
    payers = {row.payer for row in rules.payments.values()}
    outcomes = {row.payer for bonus in rules.bonuses.values() for row in bonus.outcomes.values()}
    return "nobody" in payers | outcomes


def _with_facts(session: Session, item: Mapping[str, Any]) -> Session:
    told = {"players": len(session.table), **item["facts"]}
    facts = replace(facts_of.read(session.rules, told), pots=session.pots)
    settled = settle(session.rules, facts)
    about = _about(session.rules, {
        **({"opener": facts.opener} if facts.opener else {}), **item, "contract": facts.contract, "declarer": facts.declarer, "ended": facts.ended,
    })  # fmt: skip
    return session.with_hand(
        Played(settled.payments, settled.pots, **about, replay=settled.replay, source=dict(item))
    )


def _about(rules: Table, item: Mapping[str, Any]) -> dict[str, Any]:
    """Contract, declarer, opener and ending of a hand that is told without a record. Who opened is
    told by a contract that only the opener can bid."""
    known = {
        "contract": ["", *rules.contracts],
        "declarer": ["", *rules.active],
        "opener": list(rules.active),
        "ended": ["", "all_pass", *rules.offers, *rules.penalties],
    }
    start = {"contract": "", "declarer": "", "opener": "A", "ended": ""}
    call = rules.auction.calls.get(str(item.get("contract")))
    if call is not None and call.who == "opener":
        start["opener"] = item.get("declarer") or start["opener"]
    return {key: _one_of(item.get(key, start[key]), known[key], key) for key in known}


def _drawn(session: Session, data: Any) -> tuple[Mapping[int, Card], ...]:
    rounds = []
    for row in data if isinstance(data, list) else [None]:
        if not isinstance(row, Mapping):
            raise _bad("drawn", data, "a list of {player: card}")
        rounds.append({
            session.players.index(_one_of(name, session.players, "drawn")):
                session.rules.cards.parse(str(card))
            for name, card in row.items()
        })  # fmt: skip
    return tuple(rounds)


def _known(data: Mapping[str, Any], keys: Sequence[str]) -> None:
    for key in data:
        if key not in keys:
            raise RecordError(say("session.unknown", key=str(key)[:60], expected=list(keys)))


def _bad(key: str, value: Any, expected: str) -> RecordError:
    return RecordError(say("fact.kind", key=key, value=str(value)[:60], expected=expected))


def _one_of(value: Any, known: Sequence[str], key: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise _bad(key, value, ", ".join(word for word in known if word))
    return value


def _number(value: Any, key: str) -> Decimal:
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        number = Decimal("NaN")
    if isinstance(value, bool) or not number.is_finite():
        raise _bad(key, value, "a number")
    return number


# -- told to people and programs ------------------------------------------------------------------


def show(session: Session) -> dict[str, Any]:
    """Everything about a session that a page or a command shows, as JSON data."""
    rules = session.rules
    hands = []
    for number, (played, dealer) in enumerate(
        zip(session.played, session.dealers, strict=False), start=1
    ):
        hands.append({
            "number": number, "dealer": session.players[dealer], "contract": played.contract,
            "ended": played.ended, "counts": session.counts(played),
            "payments": {session.players[p]: money(a) for p, a in session.paid[number - 1].items()},
            "pots": {name: money(change) for name, change in played.pots.items()},
        })  # fmt: skip
    over = session.over
    return {
        "rules": rules.table,
        "options": dict(rules.chosen),
        "players": list(session.players),
        "unit": rules.unit.name,
        "drawn": [
            {session.players[place]: card for place, card in row.items()} for row in session.drawn
        ],
        "hands": hands,
        "counted": session.hands,
        "limit": session.limit,
        "over": over,
        "dealer": None if over else session.players[session.dealer],
        "seats": {}
        if over
        else {session.seat_of(place): session.players[place] for place in session.table},
        "sits_out": None if over or session.sits_out is None else session.players[session.sits_out],
        "first_hand": not over and session.first_hand,
        "pots": {name: money(content) for name, content in session.pots.items()},
        "share": money(session.shares),
        "standings": [
            {"rank": row.rank, "name": row.name, "total": money(row.total)}
            for row in session.standings
        ],
        "winners": [session.players[place] for place in session.winners],
    }
