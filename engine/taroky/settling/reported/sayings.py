"""What was declared, announced and doubled, as it is reported: refused where it cannot be true."""

from __future__ import annotations

from taroky.cards import Card
from taroky.errors import MissingFact, RecordError
from taroky.messages import say
from taroky.phases.declaring import check_combination
from taroky.phases.sayings import expand
from taroky.rules.facts import ZONES
from taroky.rules.table import ContractRow, Seat, Table
from taroky.settling.finished_hand import OTHER_CARD, Finished, announcements, sides
from taroky.settling.reported.declarable import holdable, some_hand_may
from taroky.settling.reported.values import impossible


def check_sayings(table: Table, facts: Finished, contract: ContractRow) -> dict[Card, Seat]:
    """Return who held which card, as far as the facts say it. Raise RecordError for sayings that the table
    does not have or that cannot be true together."""
    if not contract.says:
        _check_nothing_said(table, facts)
    for rows in facts.declarations.values():
        _check_declarations(table, rows)
    _check_said_together(table, facts)
    holders = _card_holders(table, facts)
    _check_declared_sets(table, facts)
    _check_declared_hands(table, facts, holders)
    for target, factor in facts.factors.items():
        _check_double(table, facts, target, factor)
    return holders


def check_declared_at_once(table: Table, facts: Finished) -> None:
    """Raise RecordError for declarations that the table does not have or that cannot be true together,
    MissingFact for a declarer whose side they are paid to."""
    for rows in facts.declarations.values():
        _check_declarations(table, rows)
    _check_declared_sets(table, facts)
    _check_declared_hands(table, facts, {})
    if table.declarations.to in ("side", "opponents") and not facts.declarer:
        raise MissingFact(say("fact.declarer"), fact="declarer")


def _check_nothing_said(table: Table, facts: Finished) -> None:
    """Check that nothing was declared, announced or doubled, in a contract without sayings."""
    if (
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


def _check_declarations(table: Table, rows: tuple[str, ...]) -> None:
    """Check that a player's declarations are in the table, once each, and may be made together."""
    for row in rows:
        if row not in table.declarations.rows:
            raise impossible(
                "hand.no_such", "declarations", what=row, expected=list(table.declarations.rows)
            )
        if rows.count(row) > 1:
            raise impossible("announce.twice", "declarations", item=row)
    refusal = check_combination(table, rows)
    if refusal is not None and not some_hand_may(table, rows):
        raise RecordError(refusal.message, points=refusal.points, fact="declarations")


def _card_holders(table: Table, facts: Finished) -> dict[Card, Seat]:
    """Return who held which card, as far as announcements, captures, the last trick and the call
    say it. Raises RecordError for an announcement that cannot be and for a card that two would have held."""
    holders: dict[Card, Seat] = {}
    for seat, bonus in announcements(table, facts):
        _check_announcement(table, facts, seat, bonus)
        card = table.bonuses[bonus].card
        if card is not None and card != "called":
            _note_holder(holders, card, seat, "announced")
    for card, capture in (facts.captured or {}).items():
        _note_holder(holders, card, capture.holder, "captured")
    if facts.last_trick:
        for seat, card in facts.last_trick.cards.items():
            if card != OTHER_CARD:
                _note_holder(holders, card, seat, "last_trick")
    if facts.called and facts.partner:
        holders.setdefault(facts.called, facts.partner)
    return holders


def _note_holder(holders: dict[Card, Seat], card: Card, seat: Seat, fact: str) -> None:
    """Add the holder of a card, which nobody else may be."""
    first = holders.setdefault(card, seat)
    if first != seat:
        raise impossible("fact.two_holders", fact, card=card, first=first, second=seat)


def _check_announcement(table: Table, facts: Finished, seat: Seat, bonus: str) -> None:
    """Check that this player may announce the bonus, one about the called card only as its holder."""
    if bonus not in table.bonuses:
        raise impossible("hand.no_such", "announced", what=bonus, expected=list(table.bonuses))
    check_sayer(table, facts, seat, bonus)
    card = table.bonuses[bonus].card
    if card == "called" and facts.partner is None and seat != facts.declarer:
        raise MissingFact(say("fact.partner_of", seat=seat), fact="partner")
    if card == "called" and seat != (facts.partner or facts.declarer):
        raise RecordError(
            say("announce.needs", bonus=bonus, card=facts.called)
            if facts.called
            else say("announce.needs_called", bonus=bonus, seat=seat),
            points=table.points_of(f"bonuses.{bonus}.say"),
            fact="announced",
        )


def _check_declared_hands(table: Table, facts: Finished, holders: dict[Card, Seat]) -> None:
    """Check that one deal can give all players what they declared."""
    # What was drawn after the deal says nothing about declarations of the hand as dealt.
    as_dealt = table.declarations.judged == "dealt"
    seat = holdable(table, facts.declarations, {} if as_dealt else holders)
    if seat is not None:
        rows = list(facts.declarations[seat])
        raise impossible("fact.declared_never", "declarations", seat=seat, rows=rows)


def _check_double(table: Table, facts: Finished, target: str, factor: int) -> None:
    """Check that the factor is one of the table's, that a doubled bonus was announced, and whose is
    meant where both sides announced it."""
    if factor != 1 and factor not in table.doubling.steps.values():
        known = ["1", *map(str, table.doubling.steps.values())]
        raise impossible("fact.factor", "doubles", value=str(factor), target=target, expected=known)
    if factor <= 1:
        return
    announced = announcements(table, facts)
    name, _, sayer = target.partition("@")
    sayers = [seat for seat, bonus in announced if bonus == name]
    ours, _ = sides(table, facts)
    if not sayer and 0 < sum(seat in ours for seat in sayers) < len(sayers):
        raise RecordError(
            say("double.whose", target=name, sayers=sayers, sayer=sayers[0]),
            points=table.points_of("doubling.target"),
            fact="doubles",
        )
    was_announced = sayer in sayers if sayer else bool(sayers)
    if name != "game" and not was_announced:
        raise RecordError(
            say("double.unannounced", target=name),
            points=table.points_of("doubling.unannounced"),
            fact="doubles",
        )


def _check_said_together(table: Table, facts: Finished) -> None:
    """Some bonuses only the first may announce, some nobody once another is announced."""
    pairs = announcements(table, facts)
    announced = {bonus for _, bonus in pairs}
    for seat, bonus in pairs:
        row = table.bonuses.get(bonus)
        if row is None:
            continue
        first = next(by for by, announced_bonus in pairs if announced_bonus == bonus)
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


def check_sayer(table: Table, facts: Finished, seat: Seat, bonus: str) -> None:
    """Raise RecordError for a bonus that this player may not announce: some only one side may, and some
    nobody."""
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
                raise impossible(
                    "fact.declared_too_often",
                    "declarations",
                    set=of,
                    n=len(table.cards.members(of)),
                )
