"""The auction: who speaks next in the table's rhythm, which words they may say, and what may be
chosen before anybody bids.

Sources: HLU-BID-01 to HLU-BID-14, POL-DEAL-01 to POL-DEAL-04, POL-BID-04, MACH-BID-01 to
MACH-BID-05, MACH-DEAL-18, VIC-BID-01 to VIC-BID-17, HEUN-BIDDING-01 to HEUN-BIDDING-24,
HEUN-PENALTIES-06 to HEUN-PENALTIES-08, FR-BIDDING-05 to FR-BIDDING-14.
"""

from __future__ import annotations

from taroky.hand import Action, Choice, Hand, Legal, Phase, Refusal, legal_among, replace
from taroky.hand.exchange import exchanging
from taroky.messages import say
from taroky.phases import offers
from taroky.phases.bidding import next_to_speak, refusal, undecided, with_call
from taroky.rules.table import Seat


class AuctionPhase(Phase):
    """Who may throw in or bid, one after another; the highest bid is played."""

    name = "auction"
    kinds = ("bid", "choose")
    aside_kinds = ("choose",)

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.deal.dealt or hand.naming:
            return None
        if hand.contract:
            return next_to_speak(hand) if undecided(hand) and not exchanging(hand) else None
        return self._before(hand) or next_to_speak(hand)

    def by_itself(self, hand: Hand) -> Hand:
        """Let an opener draw who cannot hand the opening on, where the exchange comes first."""
        return (
            self._drawing(hand) if self._first_draws(hand) and not self._may_hand_on(hand) else hand
        )

    def _first_draws(self, hand: Hand) -> bool:
        return hand.table.auction.exchange_first is not None and not hand.contract

    def _drawing(self, hand: Hand) -> Hand:
        """The opener keeps the opening and draws as for the contract the table names."""
        first = hand.table.auction.exchange_first
        return replace(hand, contract=first or "", declarer=hand.auction.opener)

    def _may_hand_on(self, hand: Hand) -> bool:
        calls = hand.table.auction.calls
        return any(
            row.then is not None and refusal(hand, hand.auction.opener, call) is None
            for call, row in calls.items()
        )

    def _before(self, hand: Hand) -> Seat | None:
        """Return who is asked for something before anybody has bid."""
        if hand.auction.calls or not any(
            o.at == "before_auction" for o in hand.table.offers.values()
        ):
            return None
        return next(
            (
                seat
                for seat in hand.from_seat(hand.auction.opener)
                if seat not in hand.auction.kept_on and offers.open_to(hand, "before_auction", seat)
            ),
            None,
        )

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        if self._before(hand):
            asked = offers.choices(hand, "before_auction", seat)
            return legal_among(seat, self.name, (*asked, Choice("choose", offers.PLAY_ON)))
        calls = hand.table.auction.calls
        bids = tuple(Choice("bid", call, self._refusal(hand, seat, call)) for call in calls)
        if self._first_draws(hand):
            return legal_among(seat, self.name, (*bids, Choice("choose", offers.PLAY_ON)))
        return legal_among(seat, self.name, (*bids, *offers.choices(hand, "before_own_call", seat)))

    def _refusal(self, hand: Hand, seat: Seat, call: str) -> Refusal | None:
        """Refuse what does not fit where the exchange comes first: before it the opening may only be
        handed on, after it that is no longer possible."""
        auction = hand.table.auction
        hands_on = auction.calls[call].then is not None
        if auction.exchange_first and hands_on is bool(hand.contract):
            why = "auction.exchanged" if hands_on else "auction.exchange_first"
            return Refusal(say(why, call=call), hand.table.points_of("auction.exchange_first"))
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
        calls = hand.table.auction.calls
        if len(action.what) != 1 or action.what[0] not in calls:
            return Refusal(
                say("hand.no_such", what=" ".join(action.what), expected=list(calls)),
                hand.table.points_of("auction.calls"),
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
                kept_on = (*hand.auction.kept_on, action.seat)
                return replace(hand, auction=replace(hand.auction, kept_on=kept_on))
            return offers.take(hand, action)
        hand = with_call(hand, action.seat, action.what[0])
        if next_to_speak(hand) is not None:
            return hand
        contract = hand.standing
        if not contract:
            return replace(hand, ended="all_pass")
        declarer = next(s for s, call in reversed(hand.auction.calls) if call == contract)
        return replace(hand, contract=contract, declarer=declarer)

    def places(self, hand: Hand, action: Action) -> list[str]:
        """Return when bids are made, and where offers stand."""
        if action.kind == "bid":
            calls = hand.table.auction.calls
            return ["auction.starts", "auction.asks"] if calls else ["auction.self"]
        if action.kind == "choose" and hand.contract:
            return [f"contracts.{hand.contract}.offers"]
        return []

    def done(self, hand: Hand) -> bool:
        """Offers may stay open until the first card."""
        begun = bool(hand.play.tricks) or not hand.table.offers
        return begun and bool(hand.contract) and not undecided(hand)

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """The player who draws has kept the opening. The player who bids has let an earlier offer go by, and so
        have all the others."""
        if action.kind == "bid" and self._before(hand):
            return replace(hand, auction=replace(hand.auction, kept_on=hand.active))
        if action.kind == "draw" and self._first_draws(hand) and action.seat == hand.auction.opener:
            return self._drawing(hand)
        return None
