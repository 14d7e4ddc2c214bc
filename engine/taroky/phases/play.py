"""Playing the tricks.

The order of the tests: what must be followed or trumped, taroky that must go over other taroky,
then cards that are barred or held back (unless nothing else is left), then the duty to beat.
`judge` is the one authority: a page, a bot and the referee all ask it.

An excuse is neither trump nor suit: no duty takes it out and it says nothing about what has to be
followed. For bars it counts as something else that is left, except where a duty asks for certain
cards. Sources: HLU-PLAY-01 to HLU-PLAY-13, HLU-VAR-05 to HLU-VAR-15, FR-PLAY-01 to FR-PLAY-32,
FR-CALLING-07, POL-PLAY-01, HEUN-PLAY-20, VIC-PEN-07, VIC-PEN-18.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from taroky.cards import Card
from taroky.errors import MissingFact
from taroky.hand import (
    Action,
    Cards,
    Choice,
    Hand,
    Legal,
    Phase,
    PlayState,
    Refusal,
    Trick,
    replace,
)
from taroky.hand.card_bits import card_bits
from taroky.hand.tricks import leader_of, over, played_by
from taroky.messages import Message, say
from taroky.phases.declaring import judge_declarations
from taroky.rules.conditions import Facts
from taroky.rules.table import BarRow, Seat, Table

#: What a bar's `cards` may name besides the sets of the pack.
CALLED_SETS = ("called", "suit_of_called")


@dataclass(frozen=True)
class Moment:
    """The facts that rules of play ask besides the cards in hand and trick; None: nobody has said it.

    trick_no counts from 1; lost tells how many finished tricks a
    side ("leader": that of this trick's leader) has lost.
    """

    trick_no: int | None = None
    called: Card = ""
    lost: Callable[[], Mapping[str, int]] | None = None


NOTHING_KNOWN = Moment()


def legal_cards(
    table: Table,
    play: str,
    cards: Sequence[Card],
    trick: Sequence[Card],
    bound: Sequence[Card] = (),
    moment: Moment = NOTHING_KNOWN,
) -> tuple[Card, ...]:
    """The cards of a hand that may go to a trick; bound: announced cards that are held back."""
    bits = card_bits(table, play)
    mine = bits.mask(cards)
    if bound or mine & bits.watched:
        return _narrow(table, play, cards, trick, bound, moment)[-1][1]
    open_to, bit = bits.legal(mine, *bits.led_and_best(trick)), bits.bit
    return tuple([card for card in cards if bit[card] & open_to])


def judge(
    table: Table,
    play: str,
    cards: Sequence[Card],
    trick: Sequence[Card],
    bound: Sequence[Card] = (),
    moment: Moment = NOTHING_KNOWN,
) -> tuple[Choice, ...]:
    """Every card of a hand: may it go to this trick, and if not, which rule took it out."""
    asked = (table, play, cards, trick, bound, moment)
    open_to, legal = legal_cards(*asked), card_bits(table, play).choices
    return tuple(
        [
            legal[card]
            if card in open_to
            else Choice("play", card, Refusal(why=partial(_why_not, card, *asked)))
            for card in cards
        ]
    )


def _why_not(
    card: Card,
    table: Table,
    play: str,
    cards: Sequence[Card],
    trick: Sequence[Card],
    bound: Sequence[Card],
    moment: Moment,
) -> Refusal:
    """Return the test that took the card out, in words."""
    stages = _narrow(table, play, cards, trick, bound, moment)
    stage = next(stage for stage, kept in stages if card not in kept)
    return _reason(table, play, stage, card, cards, trick, moment)


def winner(
    table: Table, play: str, trick: Sequence[Card], moment: Moment = NOTHING_KNOWN
) -> tuple[int, str]:
    """Index of the card that takes the trick, and the row of `wins` that says so ("" if it is just
    the highest)."""
    rows = table.play[play].wins
    if rows:
        facts = _facts(table, (), trick, moment)
        for name, row in rows.items():
            if row.card in trick and row.when.holds(facts):
                return trick.index(row.card), name
    return table.cards.winner(trick), ""


def exception(table: Table, play: str, name: str, trick: Sequence[Card]) -> Message:
    """Why a card wins a trick that is not the highest in it."""
    row = table.play[play].wins[name]
    for test in row.when.tests():
        if test.name == "trick_in_order":
            return say("winner.in_order", card=row.card, cards=list(test.words))
        if test.name == "trick":
            sets = {c for of, _ in test.ranges for c in table.cards.members(of)}
            return say("winner.together", card=row.card, cards=[c for c in trick if c in sets])
    return say("winner.exception", card=row.card)


def _narrow(
    table: Table,
    play: str,
    cards: Sequence[Card],
    trick: Sequence[Card],
    bound: Sequence[Card],
    moment: Moment,
) -> list[tuple[str, tuple[Card, ...]]]:
    """The cards left after each test, with the test's name."""
    pack, row = table.cards, table.play[play]
    excuse = tuple(card for card in cards if pack.is_excuse(card))
    left = tuple(card for card in cards if card not in excuse)
    stages = [("", tuple(cards))]
    led = pack.led(trick)
    duty = ""
    if led is not None:
        lead = pack.suit(led)
        same = tuple(c for c in left if pack.suit(c) == lead)
        taroky = tuple(c for c in left if pack.is_tarok(c))
        if "follow" in row.duties and same:
            duty, left = "follow", same
        elif "trump" in row.duties and taroky:
            duty, left = "trump", taroky
        if duty:
            stages.append((duty, (*excuse, *left)))
        if "overtrump" in row.duties and duty and pack.is_tarok(left[0]):
            best = trick[pack.winner(trick)]
            over = tuple(c for c in left if pack.is_tarok(best) and pack.beats(c, best))
            if over:
                left = over
                stages.append(("overtrump", (*excuse, *left)))
    barred = {
        card: f"bars.{name}"
        for name, bar in row.bars.items()
        for card in _barred(table, bar, cards, left, trick, moment)
    }
    barred |= {card: "hold_back" for card in bound if card in left}
    if barred and (len(barred) < len(left) or (excuse and not duty)):
        for card, stage in barred.items():
            left = tuple(c for c in left if c != card)
            stages.append((stage, (*excuse, *left)))
    if trick and "beat" in row.duties:
        best = trick[pack.winner(trick)]
        beating = tuple(c for c in left if pack.beats(c, best))
        if beating:
            left = beating
            stages.append(("beat", (*excuse, *left)))
    return stages


def _barred(
    table: Table,
    bar: BarRow,
    cards: Sequence[Card],
    left: Sequence[Card],
    trick: Sequence[Card],
    moment: Moment,
) -> list[Card]:
    """The cards of `left` that this bar takes out now."""
    if (bar.at == "lead" and trick) or (bar.at == "follow" and not trick):
        return []
    barred = {bar.card} if bar.card is not None else members(table, bar.cards or "", moment.called)
    spared = "" if trick or not bar.spares_lead else bar.spares_lead
    spared = moment.called if spared == "called" else spared
    caught = [card for card in left if card in barred and card != spared]
    if not caught:
        return []
    facts = _facts(table, cards, trick, moment)
    if not bar.when.holds(facts) or (bar.unless is not None and bar.unless.holds(facts)):
        return []
    return caught


def members(table: Table, of: str, called: Card) -> Collection[Card]:
    """The cards of a set, which may be the called card or its suit."""
    if of == "called":
        return (called,)
    if of == "suit_of_called":
        suit = table.cards.suit(called) if called else None
        return {card for card in table.cards.cards if table.cards.suit(card) == suit}
    return table.cards.members(of)


def _facts(table: Table, cards: Sequence[Card], trick: Sequence[Card], moment: Moment) -> Facts:
    """Return what a rule of play may ask: zones hand and trick, and the facts of the moment."""
    zones = {"hand": cards, "trick": trick}

    def count(zone: str, of: str) -> int:
        counted = members(table, of, moment.called)
        return sum(card in counted for card in zones[zone])

    def fact(name: str) -> Any:
        if name == "trick_in_order":
            return tuple(trick)
        if name == "lead_card":
            lead = tuple(trick[:1])
            return (*lead, "called") if lead == (moment.called,) else lead
        if name == "trick_no":
            if moment.trick_no is None:
                raise MissingFact(say("fact.trick_no"), fact="trick_no")
            last = moment.trick_no == table.deal.hand
            return (str(moment.trick_no), "last") if last else (str(moment.trick_no),)
        assert name == "lost_tricks", name
        if moment.lost is None:
            raise MissingFact(say("fact.lost_tricks"), fact="lost_tricks")
        return moment.lost()

    return Facts(count, fact)


def _reason(
    table: Table,
    play: str,
    stage: str,
    card: Card,
    cards: Sequence[Card],
    trick: Sequence[Card],
    moment: Moment,
) -> Refusal:
    pack, path = table.cards, f"play.{play}"
    if stage in ("follow", "trump"):
        led = pack.led(trick)
        assert led is not None
        lead = pack.suit(led)
        # after an excuse the next card says what is followed
        second = ".excuse" if pack.is_excuse(trick[0]) else ""
        more = table.points_of(f"{path}.excuse_led") if second else ()
        if stage == "trump":
            return Refusal(
                say("play.trump", card=card, lead=led, suit=lead),
                (*table.points_of(f"{path}.duties.trump"), *more),
            )
        same = [c for c in cards if pack.suit(c) == lead]
        if lead == "T":
            return Refusal(
                say(f"play.tarok_led{second}", card=card, lead=led, same=same, excuse=trick[0]),
                (*table.points_of(f"{path}.tarok_lead"), *more),
            )
        return Refusal(
            say(f"play.follow{second}", card=card, lead=led, suit=lead, same=same, excuse=trick[0]),
            (*table.points_of(f"{path}.duties.follow"), *more),
        )
    if stage == "overtrump":
        return Refusal(
            say("play.overtrump", card=card, best=trick[pack.winner(trick)]),
            table.points_of(f"{path}.duties.overtrump"),
        )
    if stage == "beat":
        best = trick[pack.winner(trick)]
        cell = "beat_tarok" if pack.is_tarok(best) else "beat_suit"
        return Refusal(
            say("play.beat", card=card, best=best),
            table.points_of(f"{path}.{cell}"),
        )
    if stage == "hold_back":
        bonus = next(name for name, row in table.bonuses.items() if row.card == card)
        return Refusal(
            say("play.hold_back", card=card, bonus=bonus), table.points_of(f"bonuses.{bonus}.binds")
        )
    return Refusal(
        say(f"play.{stage}", card=card, trick=list(trick), called=moment.called),
        table.points_of(f"{path}.{stage}.self"),
    )


def bound_cards(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """Cards that seat has to hold back because it announced their bonus."""
    cards = []
    for sayer, bonus in hand.undertaken:
        row = hand.table.bonuses[bonus]
        if sayer == seat and row.binds and row.card:
            cards.append(row.card)
    return tuple(cards)


def moment_of(hand: Hand, leader: Seat, finished: Sequence[Trick] | None = None) -> Moment:
    """Return what the rules of play may ask about a trick led by `leader`; finished: the tricks before
    it (all finished ones of the hand if not given)."""
    before = hand.play.tricks if finished is None else finished

    return Moment(
        len(before) + 1, hand.call.called, lambda: {"leader": _lost_by(hand, leader, before)}
    )


def _lost_by(hand: Hand, leader: Seat, tricks: Sequence[Trick]) -> int:
    """How many of these tricks the leader's side has lost."""
    side = {s for s in hand.active if hand.same_side(leader, s)}
    return sum(trick.winner not in side for trick in tricks)


def sure(hand: Hand) -> bool:
    """Whether the side that has had every trick will have the rest of them whatever is played: its
    leader holds nothing but taroky above all others, and no card is out on which a bonus or a claim
    depends."""
    if not hand.contract or not hand.table.play[hand.row.play].ends_when_sure:
        return False
    if hand.play.trick is not None or not hand.play.tricks or over(hand):
        return False
    leader = hand.play.tricks[-1].winner
    assert leader is not None
    if _lost_by(hand, leader, hand.play.tricks):
        return False
    pack = hand.table.cards
    held_by_others = [
        card for seat, cards in hand.cards.hands.items() if seat != leader for card in cards
    ]
    taroky = [pack.position(card) for card in held_by_others if pack.is_tarok(card)]
    above = min(taroky, default=len(pack.cards))
    mine = hand.holds(leader)
    if not all(pack.is_tarok(card) and pack.position(card) < above for card in mine):
        return False
    about = {hand.call.called, *(row.card for row in hand.table.bonuses.values())}
    return not about & {*mine, *held_by_others} and not _claims_pass_by(hand)


def _claims_pass_by(hand: Hand) -> bool:
    """Whether a claim that has to be made before the next card may still come up."""
    table = hand.table
    rows = {
        name
        for stage in table.announce.stages.values()
        if stage.turns == "any_time" and stage.closes == "next_card"
        for name in stage.says
    }
    for seat in hand.active:
        cards = (*hand.holds(seat), *played_by(hand, seat))
        dealt = {"dealt": hand.deal.dealt[seat]}
        if any(choice.legal for choice in judge_declarations(table, cards, dealt, rows)):
            return True
    return False


def choices(hand: Hand, seat: Seat) -> tuple[Choice, ...]:
    """Every card of that seat: may it go to the trick under way, and if not, why."""
    return judge(hand.table, hand.row.play, hand.holds(seat), *_asked(hand, seat))


def legal_choices(hand: Hand, seat: Seat) -> tuple[Choice, ...]:
    """The cards that seat may play now."""
    play, trick = hand.row.play, hand.play.trick
    laid = trick.cards if trick else ()
    bits = card_bits(hand.table, play)
    if bits.watched or hand.announce.announced or hand.row.undertakes:
        cards = legal_cards(hand.table, play, hand.holds(seat), *_asked(hand, seat))
        return tuple([bits.choices[card] for card in cards])
    held, bit, free = hand.holds(seat), bits.bit, bits.choices
    open_to = bits.legal(bits.mask(held), *bits.led_and_best(laid))
    return tuple([free[card] for card in held if bit[card] & open_to])


def _asked(hand: Hand, seat: Seat) -> tuple[tuple[Card, ...], tuple[Card, ...], Moment]:
    trick = hand.play.trick
    moment = Moment(len(hand.play.tricks) + 1, hand.call.called)
    return trick.cards if trick else (), bound_cards(hand, seat), moment


def irregularities(hand: Hand) -> tuple[str, ...]:
    """The irregularities in playing a card that the table lets be recorded."""
    return () if hand.table.play[hand.row.play].irregular == "refused" else ("revoke",)


def lays_on(hand: Hand) -> bool:
    """Whether a talon card is laid on each trick as long as there is one."""
    rest = hand.table.talon[hand.row.talon].rest.values()
    return any(row.to == "trick_takers" for row in rest)


class PlayPhase(Phase):
    """Tricks, from the first lead to the last card."""

    name = "play"
    kinds = ("play", "revoke")
    of_cards = ("play", "revoke")
    irregular_kinds = ("revoke",)

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract or over(hand):
            return None
        if hand.play.trick is not None:
            return hand.play.trick.seats[len(hand.play.trick.cards)]
        seat = (hand.play.tricks[-1].winner if hand.play.tricks else None) or leader_of(hand)
        return next(s for s in hand.from_seat(seat) if hand.cards.hands[s])

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        irregular = irregularities(hand)
        offered = frozenset(("play", *irregular))
        return Legal(
            seat,
            self.name,
            offered,
            partial(choices, hand, seat),
            irregular=irregular,
            free=partial(legal_choices, hand, seat),
        )

    def done(self, hand: Hand) -> bool:
        return over(hand)

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if len(action.what) != 1:
            return Refusal(say("play.one_card", what=" ".join(action.what)))
        card, options = action.what[0], hand.options_of(self, action.seat)
        if any(choice.what == card for choice in options.legal):
            return Refusal(say("play.no_revoke", card=card)) if action.kind == "revoke" else None
        barred = next((choice for choice in options.choices if choice.what == card), None)
        if barred is None:
            return Refusal(say("hand.not_held", card=card))
        return None if action.kind == "revoke" else barred.refusal

    def apply(self, hand: Hand, action: Action) -> Hand:
        seat, card = action.seat, action.what[0]
        if action.kind == "revoke":
            hand = replace(hand, irregular=(*hand.irregular, (seat, "revoke")))
            if hand.table.play[hand.row.play].irregular == "hand_lost":
                return replace(hand, ended="revoke")
        return _laid(hand, seat, card)

    def by_itself(self, hand: Hand) -> Hand:
        """Tricks that are sure play themselves."""
        while sure(hand):
            for _ in range(sum(map(bool, hand.cards.hands.values()))):
                seat = self.turn(hand)
                assert seat is not None
                hand = _laid(hand, seat, self.legal(hand, seat).of("play")[0].what)
        return hand

    def places(self, hand: Hand, action: Action) -> list[str]:
        """The order of play, and who leads."""
        if action.kind != "play" or not hand.contract:
            return []
        first = not hand.play.tricks and not hand.play.trick
        cells = ("order", "lead" if first else "winner_leads")
        return [f"play.{hand.row.play}.{cell}" for cell in cells]


def _laid(hand: Hand, seat: Seat, card: Card) -> Hand:
    """The hand after a card of that seat has gone to the trick."""
    before, talon, tricks = hand.cards.hands, hand.cards.talon, hand.play.tricks
    hands = {**before, seat: tuple([c for c in before[seat] if c != card])}
    trick = hand.play.trick
    leader = trick.leader if trick else seat
    seats = trick.seats if trick else tuple(s for s in hand.from_seat(seat) if before[s])
    laid = (*trick.cards, card) if trick else (card,)
    if len(laid) < len(seats):
        play = PlayState(tricks, Trick(leader, laid, seats=seats))
        return replace(hand, cards=Cards(hands, talon), play=play)
    extra: tuple[Card, ...] = ()
    best, _ = winner(hand.table, hand.row.play, laid, moment_of(hand, leader))
    if talon and lays_on(hand):
        extra, talon = talon[:1], talon[1:]
    done = Trick(leader, laid, extra, seats[best], seats)
    return replace(hand, cards=Cards(hands, talon), play=PlayState((*tricks, done)))
