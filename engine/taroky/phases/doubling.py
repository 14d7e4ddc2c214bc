"""Doubles: what can be doubled, who may say which word now, and what it comes to.

Sources: HLU-DBL-01 to HLU-DBL-11, POL-DBL-01, POL-DBL-02, MACH-DBL-01 to MACH-DBL-06, VIC-DBL-01 to
VIC-DBL-10, FR-DOUBLING-01.
"""

from __future__ import annotations

from collections.abc import Sequence

from taroky.hand import Double, Hand, Refusal
from taroky.messages import say
from taroky.rules.table import Seat

Target = tuple[str, Seat]


def parse_double(hand: Hand, item: str) -> Double | Refusal:
    """Return what "flek:pagat" means here."""
    word, colon, target = item.partition(":")
    target, _, sayer = target.partition("@")
    path = "doubling"
    if not colon:
        open_now = targets(hand)
        if len(open_now) != 1:
            return Refusal(
                say("double.target", word=word, targets=[name_of(t) for t in open_now]),
                hand.table.points_of(f"{path}.target"),
            )
        target, sayer = open_now[0]
    if target not in hand.table.doubling.on:
        return Refusal(
            say("double.no_target", target=target, expected=list(hand.table.doubling.on)),
            hand.table.points_of(f"{path}.on"),
        )
    if _shut(hand, target):
        return Refusal(
            say("double.shut", target=target, bonus=_shut(hand, target)),
            hand.table.points_of(f"{path}.shut_by"),
        )
    if target == "game":
        return Double("", word, "game")
    sayers = [seat for seat, bonus in hand.undertaken if bonus == target]
    if (sayer and sayer not in sayers) or not sayers:
        return Refusal(
            say("double.unannounced", target=target), hand.table.points_of(f"{path}.unannounced")
        )
    if not sayer and len(sayers) > 1:
        return Refusal(
            say("double.whose", target=target, sayers=sayers, sayer=sayers[0]),
            hand.table.points_of(f"{path}.target"),
        )
    return Double("", word, target, sayer or sayers[0])


def _shut(hand: Hand, target: str) -> str:
    """The announced bonus that shuts this target, or ""."""
    shut = hand.table.doubling.shut_by.get(target, ())
    return next((bonus for _, bonus in hand.undertaken if bonus in shut), "")


def targets(hand: Hand) -> tuple[Target, ...]:
    """Everything that can be doubled now: ("game", "") and each announcement with its sayer."""
    on = hand.table.doubling.on
    all_targets: list[Target] = [("game", "")] if "game" in on else []
    all_targets += [(bonus, seat) for seat, bonus in hand.undertaken if bonus in on]
    return tuple(target for target in all_targets if not _shut(hand, target[0]))


def name_of(target: Target) -> str:
    """A target as it is written: "pagat@B"."""
    return target[0] + (f"@{target[1]}" if target[1] else "")


def refuse_double(hand: Hand, seat: Seat, double: Double) -> Refusal | None:
    """Why this seat may not say this double now."""
    table = hand.table
    words = list(table.doubling.steps)
    chain = [
        d for d in hand.announce.doubles if (d.target, d.sayer) == (double.target, double.sayer)
    ]
    # where a word was said again, since the first may be void, it can be answered again
    steps = _steps(hand, chain)
    due = words[max(steps, default=-1) + 1 :][:1]
    again = words[steps[-1] + 1 :][:1] if steps else []
    if double.word not in (*due, *again) and not _may_repeat(hand, seat, double, chain):
        if not due:
            return Refusal(
                say("double.last", word=words[-1], target=double.target),
                table.points_of("doubling.steps"),
            )
        return Refusal(
            say("double.due", word=double.word, target=double.target, due=due[0]),
            table.points_of("doubling.steps"),
        )
    owner = double.sayer or hand.declarer
    if double.target == "game" and table.doubling.first != "side_against":
        return _refuse_freely(hand, seat, double, chain)
    (step,) = _steps(hand, (double,))
    answer = step % 2 == 1
    same = _with_owner(hand, seat, owner, chain)
    if answer and same is False:
        return Refusal(
            say("double.only_doubled_side", word=double.word, target=double.target),
            table.points_of(f"doubling.{double.word}") or table.points_of("doubling.answer"),
        )
    if not answer and same is True:
        first = "doubling.first" if double.target == "game" else "doubling.self"
        cell = first if step == 0 else f"doubling.{double.word}"
        return Refusal(
            say("double.own_side", word=double.word, target=double.target), table.points_of(cell)
        )
    return None


def _steps(hand: Hand, chain: Sequence[Double]) -> list[int]:
    """Return the step that each double of an item is: 0, 1, 2; a word said again is the same step."""
    words = list(hand.table.doubling.steps)
    return [words.index(double.word) for double in chain]


def _may_repeat(hand: Hand, seat: Seat, double: Double, chain: Sequence[Double]) -> bool:
    """Whether a word that was said already may be said again: where it may be void, since nobody
    but the called card's holder knows whether the announcer is on the side of the player who said it,
    those who may be on the other side keep their right to it (HLU-DBL-08)."""
    by = [earlier.by for earlier in chain if earlier.word == double.word]
    return (
        bool(by)
        and double.sayer not in ("", hand.declarer)
        and hand.table.doubling.hidden_partner == "void_if_partner"
        and all(hand.knows_side(seat, doubler) is not True for doubler in by)
    )


def _with_owner(hand: Hand, seat: Seat, owner: Seat, chain: Sequence[Double]) -> bool | None:
    """Whether the seat is on the owner's side, as far as it can know."""
    same = hand.knows_side(seat, owner)
    if same is None:  # the player who has spoken on this item has said on which side they are
        mine = _steps(hand, [d for d in chain if d.by == seat])
        same = mine[0] % 2 == 1 if mine else None
    if same is None and hand.table.doubling.hidden_partner == "true_teams":
        same = hand.same_side(seat, owner)
    return same


def _refuse_freely(
    hand: Hand, seat: Seat, double: Double, chain: Sequence[Double]
) -> Refusal | None:
    """The first word is open to all, or to all but the declarer; after it the sides alternate."""
    points = hand.table.points_of("doubling.first")
    if not chain:
        if hand.table.doubling.first == "not_declarer" and seat == hand.declarer:
            return Refusal(say("double.own_side", word=double.word, target=double.target), points)
        return None
    if hand.knows_side(seat, chain[-1].by) is True:
        return Refusal(say("double.answered", word=double.word, by=chain[-1].by), points)
    return None


def effective(hand: Hand, target: str, sayer: Seat) -> int:
    """The factor of an item after the sides are known: a double from the wrong side is void, and
    what was answered to it with it (HLU-DBL-08)."""
    factor, reached = 1, 0
    chain = [d for d in hand.announce.doubles if (d.target, d.sayer) == (target, sayer)]
    freely = target == "game" and hand.table.doubling.first != "side_against"
    for i, (double, step) in enumerate(zip(chain, _steps(hand, chain), strict=True)):
        if freely:
            right = i == 0 or not hand.same_side(double.by, chain[i - 1].by)
        else:
            right = hand.same_side(double.by, sayer or hand.declarer) == (step % 2 == 1)
        if right and step == reached:
            factor, reached = hand.table.doubling.steps[double.word], reached + 1
    return factor
