"""A session: its players, the hands they have played, and what follows from these: who deals and who sits
out, what each hand was worth, what is in the pots, when it ends and who has won.

Everybody has a place, numbered from 0 in order of play, and keeps it all session. Between two hands
somebody may go and somebody else sit down; then the table is other places, in another order, and the player who
has gone keeps what they have won. A session is its beginning, the hands played since and who sat there for
them, and everything else follows from these.

Sources: HLU-SEAT-03, HLU-SEAT-05, HLU-POOL-16, POL-POT-15, MACH-SESS-03 to MACH-SESS-07, HEUN-SESSION-01
to HEUN-SESSION-04, HEUN-SESSION-09 to HEUN-SESSION-12, FR-SESSION-01, FR-SESSION-02, FR-SESSION-04.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from taroky.arguments import check_names, check_word, expect
from taroky.cards import Card
from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.game import finished, undealt
from taroky.hand import Hand
from taroky.immutable import hash_of_fields
from taroky.messages import quoted, say
from taroky.messages.expected import like
from taroky.rules.table import SEATS, Seat, Table
from taroky.session.json_values import as_data, bad
from taroky.session.payments import Standing, covered
from taroky.session.played import Played, dealt_again, next_dealer, played_of, reported_hand
from taroky.session.seats import deal_passes, names_for, place_at, seat_at
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import finished_facts, settle
from taroky.settling.reported import reading as facts_of
from taroky.settling.reported.values import check_size


@dataclass(frozen=True)
class SoFar:
    """What the hands of a session have come to: who dealt each, and last who deals now; what each brought
    each place; what all places have won; what is in the pots; how many hands count."""

    dealers: tuple[int, ...]
    paid: tuple[Mapping[int, Decimal], ...] = ()
    totals: tuple[Decimal, ...] = ()
    pots: Mapping[str, Decimal] = field(default_factory=dict)
    hands: int = 0


@dataclass(frozen=True)
class Session:
    """A table with its players in order of play.

    players: everybody who has sat there; who came later stands last. seatings: after how many hands
    which places were at the table from then on, in order of play, the first of them after 0; none: all
    of them, always. first: the place that dealt the first hand. chips: what everybody started with. agreed: after
    how many hands it ends, where that was agreed; stopped: after how many the players ended it.
    drawn: the cards drawn for the first deal, round after round. title: what the players call it.
    """

    table: Table
    players: tuple[str, ...]
    first: int = 0
    chips: Decimal = Decimal(0)
    agreed: int | None = None
    stopped: int | None = None
    played: tuple[Played, ...] = ()
    drawn: tuple[Mapping[int, Card], ...] = ()
    title: str = ""
    seatings: tuple[tuple[int, tuple[int, ...]], ...] = ()

    __hash__ = hash_of_fields

    def __repr__(self) -> str:
        state = "over" if self.over else f"place {self.dealer} deals"
        hands = f"{len(self.played)} hand{'s' * (len(self.played) != 1)}"
        return f"<Session {self.table.table}: {len(self.players)} people, {hands}, {state}>"

    @property
    def rules(self) -> Table:
        """Return `table`, by its name in version 1.0."""
        return self.table

    def seated(self, hand: int) -> tuple[int, ...]:
        """The places at the table when this hand was dealt, in order of play. Hands count from 0;
        before that they are those who sat down first."""
        seating = self.seatings[0][1] if self.seatings else tuple(range(len(self.players)))
        for after, places in self.seatings:
            if after <= hand:
                seating = places
        return seating

    @cached_property
    def seated_now(self) -> tuple[int, ...]:
        """The places that are at the table now, in order of play."""
        return self.seated(len(self.played))

    @cached_property
    def _so_far(self) -> SoFar:
        """Return the results of the hands played, worked out one after the other."""
        so_far = SoFar(
            (deal_passes(self.first, self.seated(0), self.seated(-1)),),
            totals=(Decimal(0),) * len(self.players),
            pots={name: pot.starts for name, pot in self.table.pots.items() if pot.on},
        )
        for number, played in enumerate(self.played):
            so_far = self._with(so_far, number, played)
        return so_far

    def _with(self, so_far: SoFar, number: int, played: Played) -> SoFar:
        """The same after one more hand, in a time that does not grow with the hands before it."""
        dealer = so_far.dealers[-1] if played.dealer is None else played.dealer
        seated = self.seated(number)
        place = place_at(seated, dealer, next_dealer(self.table, played, len(seated)))
        following = deal_passes(place, self.seated(number + 1), seated)
        owed = {place_at(seated, dealer, s): amount for s, amount in played.payments.items()}
        if self.table.session.debt == "pay_what_he_has":
            order = [place_at(seated, dealer, seat) for seat in SEATS[: len(seated)]]
            balances = [self.chips + total for total in so_far.totals]
            owed = covered(owed, balances, order, self.table.unit.step)
        pots = {
            name: so_far.pots.get(name, Decimal(0)) + played.pots.get(name, Decimal(0))
            for name in dict.fromkeys((*so_far.pots, *played.pots))
        }
        return SoFar(
            (*so_far.dealers[:-1], dealer, following),
            (*so_far.paid, owed),
            tuple(so_far.totals[p] + owed.get(p, Decimal(0)) for p in range(len(self.players))),
            pots,
            so_far.hands + self.counts(played),
        )

    @property
    def dealers(self) -> tuple[int, ...]:
        """The place that dealt each hand so far, and last the one that deals now."""
        return self._so_far.dealers

    @property
    def dealer(self) -> int:
        """The place that deals now."""
        return self.dealers[-1]

    def seat_of(self, place: int) -> Seat:
        """The seat of a place in the hand now dealt: A is the next after the dealer. Raises RecordError for
        a place that is not at the table."""
        check_word("place", place, self.seated_now)
        return seat_at(self.seated_now, self.dealer, place)

    def place_of(self, seat: Seat) -> int:
        """The place of a seat in the hand now dealt. Raises RecordError for no seat at the table."""
        check_word("seat", seat, SEATS[: len(self.seated_now)])
        return place_at(self.seated_now, self.dealer, seat)

    @property
    def sits_out(self) -> int | None:
        """The place that takes no part in this hand: with one too many the dealer's."""
        return self.dealer if len(self.seated_now) > self.table.seats.active else None

    @property
    def first_hand(self) -> bool:
        """Whether the hand now dealt is the first of the session; a first hand that is dealt again
        still is, unless the table says otherwise."""
        if self.table.session.redealt_first == "normal":
            return not self.played
        return all(dealt_again(self.table, played) for played in self.played)

    def counts(self, played: Played) -> bool:
        """Whether a hand is one of the agreed number."""
        again = dealt_again(self.table, played)
        return not played.replay and self.table.session.counts.get(played.ended, not again)

    @property
    def hands(self) -> int:
        """How many hands have been played that count."""
        return self._so_far.hands

    @property
    def paid(self) -> tuple[Mapping[int, Decimal], ...]:
        """Return what each hand brought each place, as far as it could be paid."""
        return self._so_far.paid

    @property
    def totals(self) -> tuple[Decimal, ...]:
        """Won or lost so far, by place."""
        return self._so_far.totals

    @property
    def pots(self) -> dict[str, Decimal]:
        """Return what is in each pot."""
        return dict(self._so_far.pots)

    @property
    def shares(self) -> Decimal:
        """Return what everybody at the table gets of the pots at the end; what does not divide stays
        there."""
        step, total = self.table.unit.step, Decimal(0)
        if self.over:
            for name, content in self.pots.items():
                if self.table.pots[name].at_end == "share_equally":
                    total += content / len(self.seated_now) // step * step
        return total

    @property
    def limit(self) -> int | None:
        """After how many hands it ends; None where that is open."""
        word = self.table.session.ends.hands
        if self.stopped is not None:
            return self.stopped
        return self.agreed if word in ("unlimited", "agreed") else int(word)

    @property
    def over(self) -> bool:
        """Whether no more hands are played."""
        ends = self.table.session.ends
        balances = [self.chips + total for total in self.totals]
        left = min(balances[place] for place in self.seated_now)
        if ends.chips is not None and self.played and left <= ends.chips:
            return True
        if self.limit is None or self.hands < self.limit:
            return False
        tied = balances.count(max(balances)) > 1
        return not (tied and self.table.session.tie == "extra_round")

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Everybody from the best to the last, the player who has gone with what they had then."""
        balances = [
            self.chips + total + (self.shares if place in self.seated_now else 0)
            for place, total in enumerate(self.totals)
        ]
        order = sorted(range(len(self.players)), key=lambda place: -balances[place])
        return tuple(
            Standing(
                place,
                self.players[place],
                balances[place],
                1 + sum(balance > balances[place] for balance in balances),
            )
            for place in order
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The places that have won, once it is over; several if they are equal. None where the
        table names no winner."""
        if not self.over or self.table.session.best == "none":
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
                points=self.table.points_of("session.ends"),
            )
        after = replace(self, played=(*self.played, played))
        # All that follows from the hands before goes on from there.
        after.__dict__["_so_far"] = self._with(self._so_far, len(self.played), played)
        return after

    def add(self, hand: Hand | Mapping[str, Any]) -> Session:
        """The session after a finished hand, settled with what is in the pots. hand: as it was played, or
        the facts of it, as `taroky.settle` takes them. Raises RecordError for a hand of another game,
        for one that is not over, and for facts that are missing or cannot be true."""
        if isinstance(hand, Mapping):
            return self._with_told_facts(hand)
        expect("hand", hand, Hand, say("expected.hand_or_facts"))
        if hand.table != self.table:
            raise RecordError(
                say("session.other_rules", found=hand.table.table, expected=self.table.table)
            )
        if not finished(hand):
            raise RecordError(say("session.unfinished", actions=len(hand.actions)))
        if hand.players != len(self.seated_now):
            raise RecordError(
                say("session.players", found=hand.players, expected=len(self.seated_now))
            )
        if hand.first_hand != self.first_hand and self.table.auction.first_hand is not None:
            which = "session.first_hand" if self.first_hand else "session.no_first_hand"
            raise RecordError(
                say(which, number=len(self.played) + 1),
                points=self.table.points_of("auction.first_hand"),
            )
        settled = settle(self.table, finished_facts(hand, self.pots))
        return self.with_hand(played_of(hand, settled))

    def _with_told_facts(self, facts: Mapping[str, Any]) -> Session:
        """The session after a hand of which these facts are told."""
        check_size(facts)
        for key in ("rules", "options"):
            mine = self.table.name if key == "rules" else self.table.chosen
            if facts.get(key) and facts[key] not in (mine, self.table.table):
                raise RecordError(
                    say("session.other_rules", found=quoted(facts[key]), expected=self.table.table)
                )
        return self.with_facts({"facts": as_data(facts)})

    def with_facts(self, item: Mapping[str, Any], kept: bool = False) -> Session:
        """The session after a hand as its file has it where facts are told: {"facts": …}, with what these do
        not say, such as who opened. kept: it is in a file, and is paid as it was when it was told
        first. Raises RecordError."""
        if not isinstance(item["facts"], Mapping):
            raise bad("facts", item["facts"], like("{contract: …, declarer: A}"))
        reported = facts_of.with_current_names(self.table, item["facts"])
        data = {"players": len(self.seated_now), **reported}
        facts = replace(facts_of.read(self.table, data), pots=self.pots)
        settled = settle(self.table, facts, kept=kept)
        about = {"contract": facts.contract, "declarer": facts.declarer, "ended": facts.ended}
        opener = {"opener": facts.opener} if facts.opener else {}
        row = reported_hand(self.table, {**opener, **item, **about})
        return self.with_hand(
            Played(
                settled.payments,
                settled.pots,
                **row,
                replay=settled.replay,
                source={**item, "facts": reported},
            )
        )

    def seat(self, players: Sequence[str]) -> Session:
        """The session with these people at the table from the next hand on, in order of play. Who has
        not been there before begins as all others did; who is not named has gone. Raises RecordError
        when it is over, and for a number of players the game does not take."""
        if self.over:
            raise RecordError(
                say("session.over", hands=self.hands),
                points=self.table.points_of("session.ends"),
            )
        changes = [(change["after"], change["players"]) for change in self.changes(players)]
        seated = self.with_changes(changes)
        return seated if self.stopped is None else seated.stop()

    def with_changes(self, changes: Iterable[tuple[int, Sequence[str]]]) -> Session:
        """The session as it began, with these changes of who is at the table: after how many hands, and
        who is there from then on. Raises RecordError for people who cannot sit there."""
        people = [self.players[place] for place in self.seated(-1)]
        seatings = [(0, tuple(range(len(people))))]
        for after, players in changes:
            names = names_for(self.table, players)
            people += [name for name in names if name not in people]
            seatings.append((after, tuple(map(people.index, names))))
        changed = tuple(seatings) if len(seatings) > 1 else ()
        return replace(self, players=tuple(people), seatings=changed)

    @property
    def changed(self) -> list[dict[str, Any]]:
        """Return who came and went: after how many hands, and who was there from then on."""
        return [
            {"after": after, "players": [self.players[place] for place in places]}
            for after, places in self.seatings[1:]
        ]

    def changes(self, players: Sequence[str]) -> list[dict[str, Any]]:
        """Return who came and went so far, and that these are there now, as the session's file has it."""
        names = list(map(same_name, check_names(players)))
        now = len(self.played)
        earlier = [change for change in self.changed if change["after"] < now]
        before = earlier[-1]["players"] if earlier else [self.players[p] for p in self.seated(-1)]
        return earlier if names == before else [*earlier, {"after": now, "players": names}]

    def stop(self) -> Session:
        """The session ended by its players after the hands played so far."""
        return replace(self, stopped=self.hands)

    def pack(self, rng: random.Random) -> tuple[Card, ...]:
        """The pack for the next deal: shuffled, or where the table does not shuffle between deals
        the piles of the last hand put together."""
        last = self.played[-1].hand if self.played else None
        if self.table.deal.shuffle or last is None:
            return self.table.cards.shuffled(rng)
        return gathered(last)

    def deal(self, rng: random.Random) -> Hand:
        """The next hand before its deal, the cards shuffled by `rng`."""
        expect("rng", rng, random.Random, like("random.Random(7)"))
        return undealt(
            self.table, self.pack(rng), players=len(self.seated_now), first_hand=self.first_hand
        )


def gathered(hand: Hand) -> tuple[Card, ...]:
    """The pack as it is put together after a hand: pile upon pile, then the talon and the cards
    nobody played."""
    piles: list[Card] = []
    if hand.contract and hand.play.tricks:
        piles = [card for cards in side_cards(hand).values() for card in cards]
    unplayed = [card for seat in hand.active for card in hand.holds(seat)]
    return tuple(dict.fromkeys((*piles, *hand.cards.talon, *unplayed, *hand.table.cards.cards)))


def start(
    table: Table,
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
    names = names_for(table, players)
    if chips is not None and (not chips.is_finite() or chips <= 0):
        raise RecordError(say("session.chips", value=str(chips)))
    if hands is not None and hands < 1:
        raise RecordError(say("session.hands", value=str(hands)))
    if hands is not None and table.session.ends.hands != "agreed":
        raise RecordError(
            say("session.fixed", value=str(hands), expected=table.session.ends.hands),
            points=table.points_of("session.ends.hands"),
        )
    return Session(
        table,
        tuple(names),
        dealer % len(names),
        table.session.start_chips if chips is None else chips,
        hands,
        drawn=tuple(drawn),
    )
