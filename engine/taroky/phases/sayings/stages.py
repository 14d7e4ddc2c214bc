"""The stages of announcing: which is open, whom it asks now, and who may speak although nobody asks."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.cards import Card
from taroky.hand import Hand, Saying
from taroky.hand.exchange import exchanging
from taroky.hand.tricks import leader_of, over, played_by, plays
from taroky.phases.bidding import undecided
from taroky.phases.declaring import holding_facts
from taroky.phases.doubling import targets
from taroky.phases.sayings.choices import able
from taroky.phases.sayings.rows import has_role, sayable
from taroky.rules.table import Seat, StageRow, Table

#: The stage that asks now, by name and row, and whom it asks.
type Due = tuple[str, StageRow, Seat]


def due(hand: Hand) -> Due | None:
    """The stage that asks now, and whom."""
    return hand.worked_out("announce.due", _find_due)


def _find_due(hand: Hand) -> Due | None:
    if not hand.contract or undecided(hand):
        return None
    for name, stage in hand.table.announce.stages.items():
        if not sayable(hand, stage) or not _opened(hand, stage):
            continue
        if stage.closes == "lead" and (hand.play.tricks or hand.play.trick):
            continue
        seat = _next(hand, name, stage)
        if seat is not None:
            return name, stage, seat
    return None


def _next(hand: Hand, name: str, stage: StageRow) -> Seat | None:
    sayings = [saying for saying in hand.announce.sayings if saying.stage == name]
    match stage.turns:
        case "before_own_first_card":
            return None
        case "any_time":
            return _claimant(hand, name, stage)
        case "once" | "one_answer_each":
            spoke = {saying.seat for saying in sayings}
            order = hand.from_seat(_starter(hand, stage))
            left = [s for s in order if s not in spoke and has_role(hand, s, stage.who)]
            if stage.asked == "able":
                left = [s for s in left if able(hand, s, name, stage)]
            return left[0] if left else None
    quiet = 0
    for saying in reversed(sayings):
        if _doubled(hand, saying):
            break
        quiet += 1
    if quiet >= _quiet_needed(hand, name, stage, sayings):
        return None
    if stage.turns == "first_who_speaks" and _all_doubled(hand):
        return None
    if sayings:
        return hand.after(sayings[-1].seat)
    if stage.turns == "first_who_speaks" and hand.announce.doubles:
        return hand.after(hand.announce.doubles[-1].by)
    return _starter(hand, stage)


def _quiet_needed(hand: Hand, name: str, stage: StageRow, sayings: Sequence[Saying]) -> int:
    """How many have to be silent in a row: all but the last to double, or all if nobody was
    asked before."""
    all_others = len(hand.active) - 1
    if any(_doubled(hand, saying) for saying in sayings):
        return all_others
    if stage.turns == "first_who_speaks":
        free = hand.table.doubling.first == "anyone" and not hand.announce.doubles
        return all_others + 1 if free else all_others
    stages = hand.table.announce.stages
    before = list(stages)[: list(stages).index(name)]
    asked = any("doubles" in sayable(hand, stages[earlier]) for earlier in before)
    return all_others if asked else all_others + 1


def _claimant(hand: Hand, name: str, stage: StageRow) -> Seat | None:
    """Return who is asked for a claim: after each card its player, or after the last card everybody
    who could still claim something."""
    played = plays(hand)
    if not played:
        return None
    if stage.closes == "next_card":
        seats: Sequence[Seat] = (played[-1][0],)
    elif over(hand):
        seats = hand.from_seat(hand.declarer)
    else:
        return None
    asked = {
        s.seat for s in hand.announce.sayings if s.stage == name and s.cards_played == len(played)
    }
    return next(
        (s for s in seats if s not in asked and able(hand, s, name, stage)),
        None,
    )


def aside_stage(hand: Hand, seat: Seat) -> tuple[str, StageRow] | None:
    """The stage in which a seat may speak although it is not asked."""
    asked = due(hand)
    if asked is not None:
        name, stage, _ = asked
        spoke = {s.seat for s in hand.announce.sayings if s.stage == name}
        if stage.starts == "anyone" and seat not in spoke:
            return name, stage
        anyone = hand.table.doubling.turn == "anyone"
        return (name, stage) if anyone and "doubles" in sayable(hand, stage) else None
    for name, stage in hand.table.announce.stages.items():
        if not sayable(hand, stage) or not _opened(hand, stage):
            continue
        if stage.turns == "before_own_first_card" and not played_by(hand, seat):
            return name, stage
        if stage.turns == "any_time" and stage.closes == "settle" and plays(hand):
            return name, stage
    return None


def talks(table: Table) -> bool:
    """Whether anything is ever said out of turn."""
    open_talk: bool | None = table.memo.get("talks")
    if open_talk is None:
        asides = any(map(_aside_kind, table.announce.stages.values()))
        open_talk = table.memo["talks"] = asides or table.doubling.turn == "anyone"
    return open_talk


def _aside_kind(stage: StageRow) -> bool:
    """Whether something of this stage is said out of turn."""
    return stage.starts == "anyone" or stage.turns in ("before_own_first_card", "any_time")


def goes_on(hand: Hand) -> bool:
    """Whether a stage goes on beside the play: cards are shown before each player's first card (over when all
    have played one), or claims may be made that somebody can come to make."""
    for stage in hand.table.announce.stages.values():
        if stage.turns == "any_time" and _claimable(hand, stage):
            return True
        if stage.turns == "before_own_first_card" and not hand.play.tricks:
            return True
    return False


def _claimable(hand: Hand, stage: StageRow) -> bool:
    """Whether somebody may come to claim something of this stage with the cards they have had."""
    rows = [hand.table.declarations.rows.get(name) for name in sayable(hand, stage)]
    for row in rows:
        if row is None or any(never for _, never in row.when.either):
            return True
        for test in row.when.tests():
            sizes = [(span, len(hand.table.cards.members(of))) for of, span in test.ranges]
            growing = all(span.top is None or span.top >= size for span, size in sizes)
            if test.name != "dealt" and not (test.name == "played" and growing):
                return True  # it may hold for a while only
    played: dict[Seat, list[Card]] = {seat: [] for seat in hand.active}
    for seat, card in plays(hand):
        played[seat].append(card)
    for seat in hand.active:
        cards = (*hand.holds(seat), *played[seat])
        facts = holding_facts(hand.table, cards, {"dealt": hand.deal.dealt[seat], "played": cards})
        if any(row is not None and row.when.holds(facts) for row in rows):
            return True
    return False


def _doubled(hand: Hand, saying: Saying) -> bool:
    return any(item.partition(":")[0] in hand.table.doubling.steps for item in saying.items)


def _all_doubled(hand: Hand) -> bool:
    """Whether the last step has been said to everything there is to double."""
    last = len(hand.table.doubling.steps)
    doubled = [(double.target, double.sayer) for double in hand.announce.doubles]
    return all(doubled.count(target) == last for target in targets(hand))


def _opened(hand: Hand, stage: StageRow) -> bool:
    if hand.row.calling and not hand.call.made:
        return False
    match stage.opens:
        case "after_call":
            return True
        case "after_double":
            return bool(hand.announce.doubles)
        case "after_exchange":
            return bool(hand.exchange.drawn) and not exchanging(hand)
    return not exchanging(hand)


def _starter(hand: Hand, stage: StageRow) -> Seat:
    match stage.starts:
        case "declarer":
            return hand.declarer
        case "after_declarer":
            return hand.after(hand.declarer)
        case "opener":
            return hand.auction.opener
    return leader_of(hand)
