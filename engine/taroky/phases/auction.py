"""The auction: who speaks next in the table's rhythm, which words he may say, and what may be
chosen before anybody bids.

Sources: HLU-BID-01 to HLU-BID-14, POL-DEAL-01 to POL-DEAL-04, POL-BID-04, MACH-BID-01 to
MACH-BID-05, MACH-DEAL-18, VIC-BID-01 to VIC-BID-17, HEUN-BIDDING-01 to HEUN-BIDDING-24,
HEUN-PENALTIES-06 to HEUN-PENALTIES-08, FR-BIDDING-05 to FR-BIDDING-14.
"""

from __future__ import annotations

from taroky.hand import Action, Choice, Hand, Legal, Refusal, replace
from taroky.knowing import certain, facts_for, is_pass, possible, standing
from taroky.messages import known, say
from taroky.phases import offers
from taroky.phases.declaring import needs
from taroky.phases.talon import exchanging
from taroky.rules.conditions import ZONES
from taroky.rules.table import Seat


def next_to_speak(hand: Hand) -> Seat | None:
    """Whose call is due; None when the auction is over."""
    rules = hand.rules.auction
    if not rules.calls or (hand.calls and rules.calls[hand.calls[-1][1]].ends):
        return None
    order = hand.from_seat(hand.opener)
    out = {seat for seat, call in hand.calls if rules.calls[call].then == "next_opens"}
    turns = [(seat, call) for seat, call in hand.calls if rules.calls[call].then is None]
    order = tuple(seat for seat in order if seat not in out)
    bids = [i for i, (_, call) in enumerate(turns) if rules.calls[call].rank is not None]
    if rules.asks == "until_passed":
        out |= {seat for seat, call in turns if is_pass(hand, call)}
        if bids:
            out.add(turns[bids[-1]][0])
        start = hand.after(turns[-1][0]) if turns else hand.opener
        return next((seat for seat in hand.from_seat(start) if seat not in out), None)
    if rules.asks == "anew_after_bid" and bids:
        spoken = {seat for seat, _ in turns[bids[-1] :]}
        others = hand.from_seat(turns[bids[-1]][0])[1:]
        return next((s for s in others if s not in spoken and _has_a_word(hand, s)), None)
    return order[len(turns)] if len(turns) < len(order) else None


def _has_a_word(hand: Hand, seat: Seat) -> bool:
    """Whether that seat may say anything at all, were it only to pass."""
    calls = hand.rules.auction.calls
    return any(refusal(hand, seat, call, cards_known=False) is None for call in calls)


def refusal(hand: Hand, seat: Seat, call: str, cards_known: bool = True) -> Refusal | None:
    """Why that seat may not say this call now. cards_known: whether conditions on cards count; if
    not, only a call that no hand at all could make is refused."""
    rules = hand.rules
    row = rules.auction.calls[call]
    path = f"auction.calls.{call}"
    stands = standing(hand)
    if row.who == "opener" and seat != hand.opener:
        return Refusal(say("auction.only_first", call=call), rules.points_of(path + ".who"))
    if row.who == "others" and seat == hand.opener:
        why = "auction.first_must_bid" if row.rank is None else "auction.not_first"
        return Refusal(say(why, call=call), rules.points_of(path + ".who"))
    if row.rank is not None and stands is not None:
        rank = rules.auction.calls[stands].rank
        if rank is not None and row.rank <= rank:
            message = say("auction.too_low", call=call, standing=stands)
            return Refusal(message, rules.points_of("auction.calls"))
    facts = facts_for(hand, seat)
    if not (row.when.holds(facts) if cards_known else possible(row.when, facts)):
        return Refusal(why=lambda: _unmet(hand, seat, call))
    for name, bar in row.barred.items():
        if bar.when.holds(facts) if cards_known else certain(bar.when, facts):
            own = f"auction.{call}.{name}"
            fallback = "auction.must_bid" if row.rank is None else "auction.not_now"
            message = say(own if known(own) else fallback, call=call)
            return Refusal(message, rules.points_of(f"{path}.barred.{name}.when"))
    return None


def _unmet(hand: Hand, seat: Seat, call: str) -> Refusal:
    """Which part of a call's condition is in the way; a catalogue may word it for the call."""
    row = hand.rules.auction.calls[call]
    points = hand.rules.points_of(f"auction.calls.{call}.when")
    over = next((w for t in row.when.tests() if t.name == "standing" for w in t.words), None)
    of_cards = [(of, span) for t in row.when.tests() if t.name in ZONES for of, span in t.ranges]
    in_reach = possible(row.when, facts_for(hand, seat))  # only the cards are in the way
    if not in_reach and over is not None and over != "none" and (standing(hand) or "none") != over:
        return Refusal(say("auction.only_over", call=call, over=over), points)
    own = f"auction.{call}.{'needs' if in_reach else 'not_now'}"
    if known(own):
        return Refusal(say(own, call=call), points)
    if in_reach and len(of_cards) == 1 and of_cards[0][0] in hand.rules.cards.cards:
        return Refusal(say("auction.needs", call=call, card=of_cards[0][0]), points)
    if row.rank is None and not in_reach:
        return Refusal(say("auction.must_bid", call=call), points)
    if in_reach:
        return Refusal(say("auction.hand", call=call, needs=needs(row.when)), points)
    return Refusal(say("auction.not_now", call=call), points)


def with_call(hand: Hand, seat: Seat, call: str) -> Hand:
    """The hand after a call, whatever follows from it."""
    row = hand.rules.auction.calls[call]
    hand = replace(hand, calls=(*hand.calls, (seat, call)))
    if row.rank is not None:
        hand = replace(hand, called="", called_as="")
    if row.pays is not None:
        said = {**hand.declarations, seat: (*hand.declarations.get(seat, ()), row.pays)}
        hand = replace(hand, declarations=said)
    return hand if row.then is None else replace(hand, opener=hand.after(hand.opener))


def undecided(hand: Hand) -> bool:
    """Whether the opener has a contract only for the exchange, which comes before the auction."""
    first = hand.rules.auction.exchange_first
    return first is not None and next_to_speak(hand) is not None


class Auction:
    """Who may throw in or bid, one after another; the highest bid is played."""

    name = "auction"
    aside_kinds: tuple[str, ...] = ("choose",)

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.dealt or hand.naming:
            return None
        if hand.contract:
            return next_to_speak(hand) if undecided(hand) and not exchanging(hand) else None
        return self._before(hand) or next_to_speak(hand)

    def by_itself(self, hand: Hand) -> Hand:
        """Where the exchange comes first, an opener who cannot hand the opening on draws."""
        return (
            self._drawing(hand) if self._first_draws(hand) and not self._may_hand_on(hand) else hand
        )

    def _first_draws(self, hand: Hand) -> bool:
        return hand.rules.auction.exchange_first is not None and not hand.contract

    def _drawing(self, hand: Hand) -> Hand:
        """The opener keeps the opening and draws as for the contract the table names."""
        first = hand.rules.auction.exchange_first
        return replace(hand, contract=first or "", declarer=hand.opener)

    def _may_hand_on(self, hand: Hand) -> bool:
        calls = hand.rules.auction.calls
        return any(
            row.then is not None and refusal(hand, hand.opener, call) is None
            for call, row in calls.items()
        )

    def _before(self, hand: Hand) -> Seat | None:
        """Who is asked for something before anybody has bid."""
        if hand.calls or not any(o.at == "before_auction" for o in hand.rules.offers.values()):
            return None
        return next(
            (
                seat
                for seat in hand.from_seat(hand.opener)
                if seat not in hand.kept_on and offers.open_to(hand, "before_auction", seat)
            ),
            None,
        )

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        if self._before(hand):
            asked = offers.choices(hand, "before_auction", seat)
            return Legal(seat, self.name, (*asked, Choice("choose", offers.PLAY_ON)))
        calls = hand.rules.auction.calls
        bids = tuple(Choice("bid", call, self._refusal(hand, seat, call)) for call in calls)
        if self._first_draws(hand):
            return Legal(seat, self.name, (*bids, Choice("choose", offers.PLAY_ON)))
        return Legal(seat, self.name, (*bids, *offers.choices(hand, "before_own_call", seat)))

    def _refusal(self, hand: Hand, seat: Seat, call: str) -> Refusal | None:
        """Where the exchange comes first: before it the opening may only be handed on, after it
        that is no longer possible."""
        auction = hand.rules.auction
        hands_on = auction.calls[call].then is not None
        if auction.exchange_first and hands_on is bool(hand.contract):
            why = "auction.exchanged" if hands_on else "auction.exchange_first"
            return Refusal(say(why, call=call), hand.rules.points_of("auction.exchange_first"))
        return refusal(hand, seat, call)

    def aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        """Offers that are open out of turn."""
        return offers.asides(hand, seat) if seat in hand.active else ()

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            if self._before(hand) or self._first_draws(hand):
                if action.what == (offers.PLAY_ON,):
                    return None
                return offers.check(hand, "before_auction", action)
            return offers.check(hand, "before_own_call", action)
        calls = hand.rules.auction.calls
        if len(action.what) != 1 or action.what[0] not in calls:
            return Refusal(
                say("hand.no_such", what=" ".join(action.what), expected=list(calls)),
                hand.rules.points_of("auction.calls"),
            )
        for choice in hand.options_of(self, action.seat).choices:
            if choice.kind == "bid" and (choice.what,) == action.what:
                return choice.refusal
        return self._refusal(hand, action.seat, action.what[0])

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            if action.what == (offers.PLAY_ON,):
                if self._first_draws(hand):
                    return self._drawing(hand)
                return replace(hand, kept_on=(*hand.kept_on, action.seat))
            return offers.take(hand, action)
        hand = with_call(hand, action.seat, action.what[0])
        if next_to_speak(hand) is not None:
            return hand
        contract = hand.standing
        if not contract:
            return replace(hand, ended="all_pass")
        declarer = next(s for s, said in reversed(hand.calls) if said == contract)
        return replace(hand, contract=contract, declarer=declarer)

    def quiet(self, hand: Hand) -> bool:
        return bool(hand.contract) and not undecided(hand)

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """Whoever draws has kept the opening. Whoever bids has let an earlier offer go by, and so have all the others."""
        if action.kind == "bid" and self._before(hand):
            return replace(hand, kept_on=hand.active)
        if action.kind == "draw" and self._first_draws(hand) and action.seat == hand.opener:
            return self._drawing(hand)
        return None
