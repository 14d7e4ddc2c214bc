"""Facts of a finished hand that cannot be true together are refused, each with one sentence."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from typing import Any

from taroky.cards import Card
from taroky.errors import MissingFact, RecordError
from taroky.hand.sides import SIDES
from taroky.messages import say
from taroky.phases.declaring import check_combination
from taroky.phases.play import Moment, winner
from taroky.phases.sayings import expand
from taroky.rules.conditions import ZONES, Facts
from taroky.rules.table import ContractRow, Seat, Table
from taroky.settling.finished_hand import OTHER_CARD, Finished, LastTrick, said, sides
from taroky.settling.reported.bidders import bidders
from taroky.settling.reported.declarable import holdable, some_hand_may
from taroky.settling.reported.pile_sizes import check_left_over
from taroky.settling.without_tricks import most_points


def _refuse(message_id: str, about: str, /, **params: Any) -> RecordError:
    """A refusal and the fact it is about, as `taroky.settling.reported.reading` calls it."""
    return RecordError(say(message_id, **params), fact=about)


def check(table: Table, facts: Finished) -> None:
    """Raises RecordError for facts that cannot be true together, MissingFact for absent ones; both
    have the field `fact`, the key in `taroky.settling.reported.reading` they are about."""
    ends = [name for name, offer in table.offers.items() if offer.then != "play"]
    if lost_by_revoke(table, facts):
        ends.append("revoke")
    if facts.ended and facts.ended not in ends:
        others = ["all_pass"] if table.auction.all_pass else []
        known = [*ends, *table.penalties, *others]
        why = "fact.ended" if known else "fact.ended_never"
        raise _refuse(why, "ended", value=facts.ended, expected=known)
    if facts.contract not in table.contracts:
        raise _refuse(
            "fact.contract", "contract", value=facts.contract, expected=list(table.contracts)
        )
    contract = table.contracts[facts.contract]
    for seat in (facts.declarer, facts.partner, *facts.declarations, *dict(facts.announced)):
        if seat and seat not in table.active:
            raise _refuse("hand.no_seat", "declarer", seat=seat, seats=list(table.active))
    if contract.sides != "each":
        if not facts.declarer:
            raise MissingFact(say("fact.declarer"), fact="declarer")
        if facts.partner == facts.declarer:
            raise _refuse("fact.partner_self", "partner", seat=facts.declarer)
        if facts.partner and contract.sides == "alone":
            raise _refuse(
                "fact.partner_alone", "partner", contract=facts.contract, seat=facts.partner
            )
    levels = [choice.level for choice in table.talon[contract.talon].choose.values()] or [1]
    if facts.level is not None and facts.level not in levels:
        raise _refuse("fact.level", "level", level=facts.level, expected=list(map(str, levels)))
    _check_bidder(table, facts)
    if contract.discard is None and "wrong_discard" in dict(facts.irregular).values():
        raise RecordError(
            say("fact.no_discard", contract=facts.contract),
            points=table.points_of(f"contracts.{facts.contract}.talon"),
            fact="irregular",
        )
    _check_said(table, facts, contract)
    if facts.ended:
        if facts.ended in table.offers:
            _check_ended(table, facts)
        return
    _check_points(table, facts, contract)
    _check_honours(table, facts)
    _check_tricks(table, facts, contract)
    _check_trickless(table, facts)
    check_left_over(table, facts, contract)
    _check_captured(table, facts, contract)


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
                raise _refuse("hand.no_seat", "captured", seat=seat, seats=list(table.active))
        if facts.tricks is not None:
            side = "declarers" if fall.taker in ours else "opponents"
            for who in (side, fall.taker):
                if facts.tricks.get(who) == 0:
                    raise _refuse("fact.captured_trickless", "captured", card=card, who=who)
        if last is not None and card in last.cards.values() and fall.taker != last.winner:
            raise _refuse(
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
            raise _refuse("fact.captured_by", "captured", card=card, by=fall.card)


def lost_by_revoke(table: Table, facts: Finished) -> Seat | None:
    """Return who broke off the hand by a card that was not legal, where that loses it for the player’s
    side."""
    if facts.ended != "revoke" or facts.contract not in table.contracts:
        return None
    if table.play[table.contracts[facts.contract].play].irregular != "hand_lost":
        return None
    return next((seat for seat, event in facts.irregular if event == "revoke"), None)


def _check_ended(table: Table, facts: Finished) -> None:
    """The offer that ended the hand must have been open, as far as these facts can tell."""
    announced = bool(said(table, facts))
    doubled = any(factor > 1 for factor in facts.factors.values())
    alone = facts.partner is None
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


def _check_points(table: Table, facts: Finished, contract: ContractRow) -> None:
    names = table.active if contract.sides == "each" else SIDES
    for name, points in facts.points.items():
        if name not in names:
            raise _refuse("fact.points_of_whom", "points", who=name, expected=list(names))
        if points < 0 or points > table.total + (1 if contract.sides == "each" else 0):
            raise _refuse(
                "fact.points_range", "points", who=name, points=str(points), total=table.total
            )
    missing = [name for name in names if name not in facts.points]
    if missing:
        raise MissingFact(say("fact.points", who=missing[0]), fact="points")
    total = sum(facts.points.values(), Fraction(0))
    low, high = possible_sums(table, contract)
    if not low <= total <= high:
        raise _refuse("fact.points_sum", "points", sum=str(total), total=table.total)


def _check_honours(table: Table, facts: Finished) -> None:
    """There are only so many honours."""
    most = len(table.cards.members("trul"))
    if facts.honours is not None and facts.honours > most:
        path = next((f"result.{n}.target" for n, row in table.result.items() if row.target), "")
        raise RecordError(
            say("fact.honours", n=facts.honours, most=most),
            points=table.points_of(path),
            fact="honours",
        )


def possible_sums(table: Table, contract: ContractRow) -> tuple[Fraction, Fraction]:
    """Return what the points of all piles may add up to: cards left over in several piles may lose or
    gain a little, and cards that nobody counts are lost."""
    count, whole = table.count, Fraction(table.total)
    if any(row.to == "nobody" for row in table.talon[contract.talon].rest.values()):
        return Fraction(0), whole
    each = contract.sides == "each"
    if each and count.left_over == "exact":
        return whole, whole
    piles = table.seats.active if each else len(SIDES)
    rest = len(table.cards.cards) % count.packet
    sums = []
    for sizes in combinations_with_replacement(range(count.packet), piles):
        packets, odd = divmod(sum(sizes) - rest, count.packet)
        if not odd:
            taken = sum((Fraction(count.left[str(n)]) for n in sizes if n), Fraction(0))
            sums.append(whole + packets * Fraction(count.deduct) - taken)
    low = min(sums)
    if count.left_over == "worthless":
        low -= max(table.pack.values.values()) * (count.packet - 1)
    return low, max(sums)


def _check_tricks(table: Table, facts: Finished, contract: ContractRow) -> None:
    names = table.active if contract.sides == "each" else SIDES
    if facts.tricks is not None:
        known = {*names, *table.active}
        if set(facts.tricks) - known or any(n < 0 for n in facts.tricks.values()):
            wrong = next(iter(set(facts.tricks) - known), "-1")
            raise _refuse("fact.points_of_whom", "points", who=wrong, expected=[*names])
        for group in (names, table.active):
            given = [facts.tricks[name] for name in group if name in facts.tricks]
            short = len(given) < len(group) or table.play[contract.play].stops_early
            if contract.sides == "each" and group is names:
                _check_seats_without_trick(table, facts)
            if sum(given) > table.deal.hand or (not short and sum(given) != table.deal.hand):
                raise _refuse("fact.tricks_sum", "tricks", sum=sum(given), total=table.deal.hand)
    last = facts.last_trick
    if last is None:
        return
    if last.winner not in table.active or set(last.cards) - set(table.active):
        raise _refuse("hand.no_seat", "last_trick", seat=last.winner, seats=list(table.active))
    _check_last_trick(table, last, contract)
    ours, _ = sides(table, facts)
    if facts.tricks is not None and contract.sides != "each":
        side = "declarers" if last.winner in ours else "opponents"
        if facts.tricks.get(side) == 0:
            raise _refuse("fact.last_trick_side", "last_trick", seat=last.winner)


def _check_seats_without_trick(table: Table, facts: Finished) -> None:
    """Check that a player who plays alone and takes no trick has no points but what comes without one."""
    most = most_points(table, facts.contract, "each")
    for seat, n in (facts.tricks or {}).items():
        if n == 0 and facts.points.get(seat, Fraction(0)) > most:
            raise _refuse(
                "fact.seat_trickless", "tricks", seat=seat, points=str(facts.points[seat])
            )


def _check_trickless(table: Table, facts: Finished) -> None:
    """A side without a trick counts only cards that were in no trick: as many as the talon has, and
    an excuse that came back. Where the play stopped, cards of the hands as well."""
    play = table.play[table.contracts[facts.contract].play]
    may_stop = play.stops_early or play.irregular == "hand_lost" or bool(facts.irregular)
    if may_stop and sum((facts.tricks or {}).get(side, 0) for side in SIDES) < table.deal.hand:
        return
    for side in SIDES:
        if (facts.tricks or {}).get(side) != 0 or side not in facts.points:
            continue
        pack, n = table.cards, table.deal.talon.cards + len(table.cards.excuse)
        most = sum(sorted(map(pack.value, pack.cards), reverse=True)[:n])
        if facts.points[side] > most:
            raise _refuse(
                "fact.points_trickless",
                "points",
                who=side,
                points=str(facts.points[side]),
                n=n,
                most=most,
            )


def _check_last_trick(table: Table, last: LastTrick, contract: ContractRow) -> None:
    """The winner's card, if it is told, must be able to win in some order of the cards told."""
    cards = list(last.cards.values())
    for card in cards:
        if cards.count(card) > 1:
            raise _refuse("card.twice", "last_trick", card=card)
    mine = last.cards.get(last.winner)
    exceptions = {row.card for row in table.play[contract.play].wins.values()}
    if mine is None or (mine in exceptions and len(cards) < table.seats.active):
        return
    now = Moment(table.deal.hand)
    try:
        won = [order[winner(table, contract.play, order, now)[0]] for order in permutations(cards)]
    except MissingFact:
        return
    if mine not in won:
        raise _refuse(
            "fact.last_trick_winner", "last_trick", seat=last.winner, card=mine, other=won[0]
        )


def _check_said(table: Table, facts: Finished, contract: ContractRow) -> None:
    if not contract.says and (
        facts.declarations
        or facts.announced
        or set(facts.factors) - {"game"}
        or facts.factors.get("game", 1) > 1
    ):
        raise RecordError(
            say("fact.says_nothing", contract=facts.contract),
            points=table.points_of(f"contracts.{facts.contract}.says"),
            fact="contract",
        )
    for rows in facts.declarations.values():
        for row in rows:
            if row not in table.declarations.rows:
                raise _refuse(
                    "hand.no_such", "declarations", what=row, expected=list(table.declarations.rows)
                )
            if rows.count(row) > 1:
                raise _refuse("announce.twice", "declarations", item=row)
        refusal = check_combination(table, rows)
        if refusal is not None and not some_hand_may(table, rows):
            raise RecordError(refusal.message, points=refusal.points, fact="declarations")
    holders: dict[Card, Seat] = {}
    _check_said_together(table, facts)
    for seat, bonus in said(table, facts):
        if bonus not in table.bonuses:
            raise _refuse("hand.no_such", "announced", what=bonus, expected=list(table.bonuses))
        _check_sayer(table, facts, seat, bonus)
        card = table.bonuses[bonus].card
        if card == "called":
            if seat != (facts.partner or facts.declarer):
                raise RecordError(
                    say("announce.needs", bonus=bonus, card=facts.called or card),
                    points=table.points_of(f"bonuses.{bonus}.say"),
                    fact="announced",
                )
            continue
        if card is None:
            continue
        if holders.setdefault(card, seat) != seat:
            raise _refuse(
                "fact.two_holders", "announced", card=card, first=holders[card], second=seat
            )
    fell = {card: fall.holder for card, fall in (facts.captured or {}).items()}
    played = [(card, seat, "captured") for card, seat in fell.items()]
    if facts.last_trick:
        last = facts.last_trick.cards.items()
        played += [(card, seat, "last_trick") for seat, card in last]
    for card, seat, where in played:
        if holders.setdefault(card, seat) != seat:
            raise _refuse("fact.two_holders", where, card=card, first=holders[card], second=seat)
    if facts.called and facts.partner:
        holders.setdefault(facts.called, facts.partner)
    _check_declared_sets(table, facts)
    # What was drawn after the deal says nothing about declarations of the hand as dealt.
    drawn = table.declarations.judged == "dealt"
    by = holdable(table, facts.declarations, {} if drawn else holders)
    if by is not None:
        told = list(facts.declarations[by])
        raise _refuse("fact.declared_never", "declarations", seat=by, rows=told)
    pairs = said(table, facts)
    for target, factor in facts.factors.items():
        if factor != 1 and factor not in table.doubling.steps.values():
            known = ["1", *map(str, table.doubling.steps.values())]
            raise _refuse(
                "fact.factor", "doubles", value=str(factor), target=target, expected=known
            )
        name = target.partition("@")[0]
        sayer = target.partition("@")[2]
        unsaid = (sayer, name) not in pairs if sayer else name not in {bonus for _, bonus in pairs}
        both = [seat for seat, bonus in pairs if bonus == name]
        ours, _ = sides(table, facts)
        if factor > 1 and not sayer and 0 < sum(seat in ours for seat in both) < len(both):
            raise RecordError(
                say("double.whose", target=name, sayers=both, sayer=both[0]),
                points=table.points_of("doubling.target"),
                fact="doubles",
            )
        if factor > 1 and name != "game" and unsaid:
            raise RecordError(
                say("double.unannounced", target=name),
                points=table.points_of("doubling.unannounced"),
                fact="doubles",
            )


def _check_said_together(table: Table, facts: Finished) -> None:
    """Some bonuses only the first may announce, some nobody once another is announced."""
    pairs = said(table, facts)
    announced = {bonus for _, bonus in pairs}
    for seat, bonus in pairs:
        row = table.bonuses.get(bonus)
        if row is None:
            continue
        first = next(by for by, other in pairs if other == bonus)
        if row.first_only and first != seat:
            raise RecordError(
                say("announce.taken", bonus=bonus, seat=first),
                points=table.points_of(f"bonuses.{bonus}.first_only"),
                fact="announced",
            )
        unsaid = {
            name for t in row.say.tests() if t.name == "said" for name, no in t.pairs if no == "no"
        }
        if unsaid & announced:
            raise RecordError(
                say("announce.barred", bonus=bonus),
                points=table.points_of(f"bonuses.{bonus}.say"),
                fact="announced",
            )


def _check_sayer(table: Table, facts: Finished, seat: Seat, bonus: str) -> None:
    """Some feats only one side may announce, and some nobody."""
    stages = table.announce.stages.values()
    if all(bonus not in expand(table, stage.says) for stage in stages) and not any(
        bonus in contract.undertakes for contract in table.contracts.values()
    ):
        raise RecordError(
            say("announce.never", bonus=bonus),
            points=table.points_of(f"bonuses.{bonus}.self"),
            fact="announced",
        )
    role = table.bonuses[bonus].say_who
    ours, theirs = sides(table, facts)
    may = {"declarer": (facts.declarer,), "declarers": ours, "opponents": theirs}
    if seat not in may.get(role, table.active):
        raise RecordError(
            say("announce.who", bonus=bonus, seat=seat, role=role),
            points=table.points_of(f"bonuses.{bonus}.say_who"),
            fact="announced",
        )


def _check_declared_sets(table: Table, facts: Finished) -> None:
    """Check that what is declared fits into one pack: nobody else can hold the trul as well."""
    least: dict[str, int] = {}
    for rows in facts.declarations.values():
        mine: dict[str, int] = {}
        for row in rows:
            when = table.declarations.rows[row].when
            if len(when.either) != 1:
                continue
            for test in when.tests():
                for of, span in test.ranges:
                    if test.name in ZONES:
                        mine[of] = max(mine.get(of, 0), span.low)
        for of, number in mine.items():
            least[of] = least.get(of, 0) + number
            if least[of] > len(table.cards.members(of)):
                raise _refuse(
                    "fact.declared_too_often",
                    "declarations",
                    set=of,
                    n=len(table.cards.members(of)),
                )
