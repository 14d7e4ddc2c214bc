"""The rules of calling in an auction: who speaks next in the table's rhythm, which words that seat may
say and why not the rest.

Sources: HLU-BID-01 to HLU-BID-14, POL-BID-04, MACH-BID-01 to MACH-BID-05, VIC-BID-01 to VIC-BID-17,
HEUN-BIDDING-01 to HEUN-BIDDING-24, FR-BIDDING-05 to FR-BIDDING-14.
"""

from __future__ import annotations

from taroky.hand import Hand, Refusal, replace
from taroky.hand.condition_facts import certain, facts_for, is_pass, possible
from taroky.messages import known, say
from taroky.phases.declaring import needs
from taroky.rules.facts import ZONES
from taroky.rules.table import Seat


def next_to_speak(hand: Hand) -> Seat | None:
    """Return whose call is due; None when the auction is over."""
    auction = hand.table.auction
    if not auction.calls or (hand.auction.calls and auction.calls[hand.auction.calls[-1][1]].ends):
        return None
    order = hand.from_seat(hand.auction.opener)
    out = {seat for seat, call in hand.auction.calls if auction.calls[call].then == "next_opens"}
    turns = [(seat, call) for seat, call in hand.auction.calls if auction.calls[call].then is None]
    order = tuple(seat for seat in order if seat not in out)
    bids = [i for i, (_, call) in enumerate(turns) if auction.calls[call].rank is not None]
    if auction.asks == "until_passed":
        out |= {seat for seat, call in turns if is_pass(hand, call)}
        if bids:
            out.add(turns[bids[-1]][0])
        start = hand.after(turns[-1][0]) if turns else hand.auction.opener
        return next((seat for seat in hand.from_seat(start) if seat not in out), None)
    if auction.asks == "anew_after_bid" and bids:
        spoken = {seat for seat, _ in turns[bids[-1] :]}
        still_to_speak = hand.from_seat(turns[bids[-1]][0])[1:]
        return next((s for s in still_to_speak if s not in spoken and _has_a_word(hand, s)), None)
    return order[len(turns)] if len(turns) < len(order) else None


def _has_a_word(hand: Hand, seat: Seat) -> bool:
    """Whether that seat may say anything at all, were it only to pass."""
    calls = hand.table.auction.calls
    return any(refusal(hand, seat, call, cards_known=False) is None for call in calls)


def refusal(hand: Hand, seat: Seat, call: str, cards_known: bool = True) -> Refusal | None:
    """Why that seat may not say this call now. cards_known: whether conditions on cards count; if
    not, only a call that no hand at all could make is refused."""
    table = hand.table
    row = table.auction.calls[call]
    path = f"auction.calls.{call}"
    to_beat = hand.standing
    if row.who == "opener" and seat != hand.auction.opener:
        return Refusal(say("auction.only_first", call=call), table.points_of(path + ".who"))
    if row.who == "others" and seat == hand.auction.opener:
        why = "auction.first_must_bid" if row.rank is None else "auction.not_first"
        return Refusal(say(why, call=call), table.points_of(path + ".who"))
    if row.rank is not None and to_beat:
        rank = table.auction.calls[to_beat].rank
        if rank is not None and row.rank <= rank:
            message = say("auction.too_low", call=call, standing=to_beat)
            return Refusal(message, table.points_of("auction.calls"))
    facts = facts_for(hand, seat)
    if not (row.when.holds(facts) if cards_known else possible(row.when, facts)):
        return Refusal(why=lambda: _unmet(hand, seat, call))
    for name, bar in row.barred.items():
        if bar.when.holds(facts) if cards_known else certain(bar.when, facts):
            own = f"auction.{call}.{name}"
            fallback = "auction.must_bid" if row.rank is None else "auction.not_now"
            message = say(own if known(own) else fallback, call=call)
            return Refusal(message, table.points_of(f"{path}.barred.{name}.when"))
    return None


def _unmet(hand: Hand, seat: Seat, call: str) -> Refusal:
    """Return which part of a call's condition is in the way; a catalogue may word it for the call."""
    row = hand.table.auction.calls[call]
    points = hand.table.points_of(f"auction.calls.{call}.when")
    over = next((w for t in row.when.tests() if t.name == "standing" for w in t.words), None)
    of_cards = [(of, span) for t in row.when.tests() if t.name in ZONES for of, span in t.ranges]
    in_reach = possible(row.when, facts_for(hand, seat))  # only the cards are in the way
    if not in_reach and over is not None and over != "none" and (hand.standing or "none") != over:
        return Refusal(say("auction.only_over", call=call, over=over), points)
    own = f"auction.{call}.{'needs' if in_reach else 'not_now'}"
    if known(own):
        return Refusal(say(own, call=call), points)
    if in_reach and len(of_cards) == 1 and of_cards[0][0] in hand.table.cards.cards:
        return Refusal(say("auction.needs", call=call, card=of_cards[0][0]), points)
    before_any_call = facts_for(replace(hand, auction=replace(hand.auction, calls=())), seat)
    if not in_reach and possible(row.when, before_any_call):
        return Refusal(say("auction.only_at_first", call=call), points)
    if row.rank is None and not in_reach:
        return Refusal(say("auction.must_bid", call=call), points)
    if in_reach:
        return Refusal(say("auction.hand", call=call, needs=needs(row.when)), points)
    return Refusal(say("auction.not_now", call=call), points)


def with_call(hand: Hand, seat: Seat, call: str) -> Hand:
    """The hand after a call, whatever follows from it."""
    row = hand.table.auction.calls[call]
    auction = replace(hand.auction, calls=(*hand.auction.calls, (seat, call)))
    if row.then is not None:
        auction = replace(auction, opener=hand.after(hand.auction.opener))
    hand = replace(hand, auction=auction)
    if row.rank is not None:
        hand = replace(hand, call=replace(hand.call, called="", called_as=""))
    if row.pays is not None:
        declarations = {
            **hand.announce.declarations,
            seat: (*hand.announce.declarations.get(seat, ()), row.pays),
        }
        hand = replace(hand, announce=replace(hand.announce, declarations=declarations))
    return hand


def undecided(hand: Hand) -> bool:
    """Whether the opener has a contract only for the exchange, which comes before the auction. A position
    that begins behind the auction has none."""
    first = hand.table.auction.exchange_first
    if first is None or all(phase.name != "auction" for phase in hand.phases):
        return False
    return next_to_speak(hand) is not None
