"""Facts of a finished hand that cannot be true together are refused, each with one sentence. What was
said is checked in `taroky.settling.reported.sayings`."""

from __future__ import annotations

from itertools import permutations

from taroky.errors import MissingFact, RecordError
from taroky.hand.sides import SIDES
from taroky.messages import say
from taroky.phases.play import Moment, winner
from taroky.rules.conditions import Facts
from taroky.rules.table import ContractRow, Seat, Table
from taroky.settling.finished_hand import (
    OTHER_CARD,
    Finished,
    LastTrick,
    all_tricks,
    announcements,
    sides,
)
from taroky.settling.reported.bidders import bidders
from taroky.settling.reported.called_card import check_called, check_holder_of_called
from taroky.settling.reported.pile_sizes import check_left_over
from taroky.settling.reported.possible_points import (
    check_honours,
    check_parts_of_points,
    check_points,
    check_points_of_honours,
    check_points_of_tricks,
    check_trickless,
    check_tricks,
    check_tricks_of_seats,
)
from taroky.settling.reported.sayings import check_declared_at_once, check_sayings
from taroky.settling.reported.values import impossible


def check(table: Table, facts: Finished, kept: bool = False) -> None:
    """Raise RecordError for facts that cannot be true together, MissingFact for absent ones; both
    have the field `fact`, the key in `taroky.settling.reported.reading` they are about. kept: the hand
    is in a session file, which may be older than some of the checks; these are left out."""
    _check_ending(table, facts)
    _check_contract(table, facts)
    contract = table.contracts[facts.contract]
    _check_seats(table, facts, contract)
    _check_level(table, facts, contract)
    _check_bidder(table, facts)
    _check_wrong_discard(table, facts, contract)
    if not kept:
        check_called(table, facts, contract)
    holders = check_sayings(table, facts, contract)
    if facts.ended:
        if facts.ended in table.offers:
            _check_offer(table, facts)
        return
    check_points(table, facts, contract)
    check_honours(table, facts)
    check_tricks(table, facts, contract)
    _check_last_trick(table, facts, contract)
    if not kept:
        check_holder_of_called(table, facts, contract, holders)
        check_parts_of_points(table, facts, contract)
        check_points_of_honours(table, facts)
        check_tricks_of_seats(table, facts, contract)
    check_trickless(table, facts)
    if not kept:
        check_points_of_tricks(table, facts)
    check_left_over(table, facts, contract)
    _check_captured(table, facts, contract)


def check_ended_by_penalty(table: Table, facts: Finished) -> None:
    """Check a hand that an irregularity ended: what stands of it is what was declared, where that is paid
    at once. Raises like `check`."""
    if facts.contract:
        _check_contract(table, facts)
    for seat in (facts.declarer, facts.partner, *facts.declarations):
        if seat and seat not in table.active:
            raise impossible("hand.no_seat", "declarer", seat=seat, seats=list(table.active))
    if facts.declarations and table.declarations.paid == "at_once":
        check_declared_at_once(table, facts)


def _check_contract(table: Table, facts: Finished) -> None:
    """Check that the contract is told, and one of this game."""
    if not facts.contract:
        names = list(table.contracts)
        raise MissingFact(say("fact.contract_untold", expected=names), fact="contract")
    if facts.contract not in table.contracts:
        raise impossible(
            "fact.contract", "contract", value=facts.contract, expected=list(table.contracts)
        )


def _check_ending(table: Table, facts: Finished) -> None:
    """Check that the hand ended, if early, by something that ends hands at this table."""
    endings = [name for name, offer in table.offers.items() if offer.then != "play"]
    if lost_by_revoke(table, facts):
        endings.append("revoke")
    if facts.ended and facts.ended not in endings:
        all_pass = ["all_pass"] if table.auction.all_pass else []
        known = [*endings, *table.penalties, *all_pass]
        why = "fact.ended" if known else "fact.ended_never"
        raise impossible(why, "ended", value=facts.ended, expected=known)


def _check_seats(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that declarer, partner and all who said something play, and that sides have a declarer."""
    for seat in (facts.declarer, facts.partner, *facts.declarations, *dict(facts.announced)):
        if seat and seat not in table.active:
            raise impossible("hand.no_seat", "declarer", seat=seat, seats=list(table.active))
    if contract.sides == "each":
        return
    if not facts.declarer:
        raise MissingFact(say("fact.declarer"), fact="declarer")
    if facts.partner == facts.declarer:
        raise impossible("fact.partner_self", "partner", seat=facts.declarer)
    if facts.partner and contract.sides == "alone":
        raise impossible(
            "fact.partner_alone", "partner", contract=facts.contract, seat=facts.partner
        )


def _check_level(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that the level is one of those the talon gives."""
    levels = [choice.level for choice in table.talon[contract.talon].choose.values()] or [1]
    if facts.level is not None and facts.level not in levels:
        raise impossible("fact.level", "level", level=facts.level, expected=list(map(str, levels)))


def _check_wrong_discard(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that nobody discarded wrongly in a contract without a discard."""
    if contract.discard is None and "wrong_discard" in dict(facts.irregular).values():
        raise RecordError(
            say("fact.no_discard", contract=facts.contract),
            points=table.points_of(f"contracts.{facts.contract}.talon"),
            fact="irregular",
        )


def _check_bidder(table: Table, facts: Finished) -> None:
    """Some contracts only the opener may bid, some only the others; who opens is known where it is
    told, or always the first player."""
    may = bidders(table, facts.contract, facts.opener)
    if facts.declarer and facts.declarer not in may:
        raise RecordError(
            say(
                "fact.bidder_opener" if len(may) == 1 else "fact.bidder_others",
                contract=facts.contract,
                seat=facts.declarer,
                opener=facts.opener or table.active[0],
            ),
            points=table.points_of(f"auction.calls.{facts.contract}.who"),
            fact="declarer",
        )


def _check_captured(table: Table, facts: Finished, contract: ContractRow) -> None:
    """A card is captured in a trick, by a card that can take it, and not in two tricks."""
    exceptions = {row.card for row in table.play[contract.play].wins.values()}
    ours, _ = sides(table, facts)
    last = facts.last_trick
    for card, fall in (facts.captured or {}).items():
        for seat in (fall.holder, fall.taker):
            if seat not in table.active:
                raise impossible("hand.no_seat", "captured", seat=seat, seats=list(table.active))
        tricks = all_tricks(table, facts)
        if tricks is not None:
            side = SIDES[fall.taker not in ours]
            for who in (side, fall.taker):
                if tricks.get(who) == 0:
                    raise impossible("fact.captured_trickless", "captured", card=card, who=who)
        if last is not None and card in last.cards.values() and fall.taker != last.winner:
            raise impossible(
                "fact.captured_last", "captured", card=card, seat=fall.taker, winner=last.winner
            )
        if fall.card in ("", OTHER_CARD, card) or fall.holder == fall.taker:
            continue
        now = Moment(1)
        orders = ((card, fall.card), (fall.card, card))
        try:
            won = {order[winner(table, contract.play, order, now)[0]] for order in orders}
        except MissingFact:
            continue
        if fall.card not in won and fall.card not in exceptions:
            raise impossible("fact.captured_by", "captured", card=card, by=fall.card)


def lost_by_revoke(table: Table, facts: Finished) -> Seat | None:
    """Return who broke off the hand by a card that was not legal, where that loses it for the player’s
    side."""
    if facts.ended != "revoke" or facts.contract not in table.contracts:
        return None
    if table.play[table.contracts[facts.contract].play].irregular != "hand_lost":
        return None
    return next((seat for seat, event in facts.irregular if event == "revoke"), None)


def _check_offer(table: Table, facts: Finished) -> None:
    """The offer that ended the hand must have been open, as far as these facts can tell."""
    announced = bool(announcements(table, facts))
    doubled = any(factor > 1 for factor in facts.factors.values())
    alone = not facts.partner
    known = {
        "contract": facts.contract,
        "said": "some" if announced else "none",
        "doubled": "some" if doubled else "none",
        "alone": alone,
        "drew": "called" if alone else "none",
    }
    asked = Facts(lambda zone, of: int(alone), known.__getitem__)
    offer = table.offers[facts.ended]
    looked = offer.at != "after_look" or table.may_look(facts.contract)
    if not looked or not offer.when.holds(asked):
        raise RecordError(
            say("fact.ended_not_open", value=facts.ended),
            points=table.points_of(f"offers.{facts.ended}.{'when' if looked else 'at'}"),
            fact="ended",
        )


def _check_last_trick(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that the last trick went to somebody who plays, by a card that can win, to a side with tricks."""
    last = facts.last_trick
    if last is None:
        return
    if last.winner not in table.active or set(last.cards) - set(table.active):
        raise impossible("hand.no_seat", "last_trick", seat=last.winner, seats=list(table.active))
    _check_winning_card(table, last, contract)
    ours, _ = sides(table, facts)
    tricks = all_tricks(table, facts)
    if tricks is not None and contract.sides != "each":
        side = SIDES[last.winner not in ours]
        if tricks.get(side) == 0 or tricks.get(last.winner) == 0:
            raise impossible("fact.last_trick_side", "last_trick", seat=last.winner)


def _check_winning_card(table: Table, last: LastTrick, contract: ContractRow) -> None:
    """The winner's card, if it is told, must be able to win in some order of the cards told."""
    cards = [card for card in last.cards.values() if card != OTHER_CARD]
    for card in cards:
        if cards.count(card) > 1:
            raise impossible("card.twice", "last_trick", card=card)
    mine = last.cards.get(last.winner)
    exceptions = {row.card for row in table.play[contract.play].wins.values()}
    if mine in (None, OTHER_CARD) or (mine in exceptions and len(cards) < table.seats.active):
        return
    now = Moment(table.deal.hand)
    try:
        won = [order[winner(table, contract.play, order, now)[0]] for order in permutations(cards)]
    except MissingFact:
        return
    if mine not in won:
        raise impossible(
            "fact.last_trick_winner", "last_trick", seat=last.winner, card=mine, other=won[0]
        )
