"""Questions about the talon: who draws or takes what, what may be discarded, whose it all is at the count."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.api.answers import Answer, choice_json, contract_of, reason
from taroky.api.position import (
    Known,
    Turns,
    after,
    asked_json,
    contract_told,
    missing,
    position,
    with_talon,
)
from taroky.cards import Card
from taroky.errors import CardError, RecordError
from taroky.game import current
from taroky.hand import Hand
from taroky.hand.exchange import looked_at, sets_of, use_of
from taroky.messages import Message, say
from taroky.phases import discard
from taroky.phases.calling import NOBODY
from taroky.phases.talon import cards_of, rest_rows
from taroky.rules.table import Seat, Table


def discards(
    table: Table,
    hand: Sequence[Card],
    contract: str | None = None,
    chosen: Sequence[Card] = (),
    called: Card = "",
    drawn: Sequence[Card] = (),
) -> Answer:
    """Return what may be discarded from this hand (more cards than a hand has) and what must be shown;
    with `chosen`, whether those cards may go together. drawn: those that came from the talon."""
    n = len(hand) - table.deal.hand
    if n < 1:
        raise CardError(
            say(
                "hand.size",
                n=len(hand),
                expected=say("expected.or_more", least=table.deal.hand + 1),
            )
        )
    name = contract_of(table, contract)
    row_name = table.contracts[name].discard
    if row_name is None:
        with_discard = [key for key, row in table.contracts.items() if row.discard]
        cell = "discard" if "discard" in table.contracts[name].points else "talon"
        raise RecordError(
            say("discard.nothing", contract=name, expected=with_discard),
            points=table.points_of(f"contracts.{name}.{cell}"),
        )
    path = f"discard.{row_name}"
    for card in drawn:
        if card not in hand:
            raise CardError(say("hand.not_held", card=card), text=card)
    choices = discard.judge(table, row_name, hand, n, called, drawn)
    cards = []
    for choice in choices:
        message_id = "discard.must" if choice.must else "discard.may"
        why = reason(say(message_id, card=choice.what), table.points_of(f"{path}.count"))
        cards.append({**choice_json(choice, why), "must": choice.must})
    answer: Answer = {"n": n, "cards": cards}
    if chosen:
        refusal = discard.check_set(table, row_name, hand, n, chosen, called, drawn)
        answer["legal"] = refusal is None
        answer["why"] = reason(refusal.message, refusal.points) if refusal else None
        face_up = discard.shown(table.discard[row_name], table, chosen)
        answer["shown"] = list(face_up)
        if face_up:
            answer["show"] = reason(
                say("discard.shown", cards=list(face_up)), table.points_of(f"{path}.shown")
            )
        for name, number in discard.numbers_told(table.discard[row_name], table, chosen).items():
            answer["told"] = {name: number}
            answer["tell"] = reason(say("discard.told", n=number), table.points_of(f"{path}.told"))
    return answer


def talon(
    table: Table,
    contract: str | None = None,
    declarer: Seat = "",
    done: Turns = (),
    talon: Sequence[Card] = (),
) -> Answer:
    """Return who draws from the talon, which set may be taken, and where its cards are so far.

    done: what was said and done, in turn: [["draw"], ["pass"], …], [["reject"], ["take", "second"]];
    talon: its cards, top first (not told: the answer names their places, 1 for the top). draws: all
    draws of the contract; sets: the sets that are looked at. Raises RecordError for a turn that has no
    place, MissingFact for a contract or a declarer that is not told.
    """
    hand, names = _exchange(table, Known(contract, declarer, partner=NOBODY), done, talon)
    use = use_of(hand)
    points = table.points_of(f"talon.{hand.row.talon}.self")
    points = points or table.points_of(f"contracts.{hand.contract}.talon")
    return {
        **asked_json(hand, ("draw", "pass", "take", "reject", "look")),
        "draws": [
            {
                "seat": hand.after(hand.declarer, row.after_declarer),
                "cards": row.cards,
                "may_pass_to": None
                if row.may_pass_to is None
                else hand.after(hand.declarer, row.may_pass_to),
            }
            for row in use.draws.values()
        ],
        "sets": [
            {
                "take": name,
                "cards": [names[card] for card in sets_of(hand)[row.take - 1]],
                "level": row.level,
            }
            for name, row in use.choose.items()
        ],
        "looked_at": [[names[card] for card in one] for one in looked_at(hand)]
        if use.choose
        else [],
        "taken": {s: [names[c] for c in cards] for s, cards in hand.exchange.drawn.items()},
        "left": [names[card] for card in hand.cards.talon],
        "exposed": [names[card] for card in hand.exchange.exposed],
        "why": reason(_what_it_is_for(hand), points),
    }


def _exchange(
    table: Table, known: Known, done: Turns, talon: Sequence[Card]
) -> tuple[Hand, dict[Card, str]]:
    hand, names = with_talon(position(table, known, "talon"), talon)
    return after(hand, done), names


def _what_it_is_for(hand: Hand) -> Message:
    use = use_of(hand)
    if use.draws:
        return say("talon.for_draws", contract=hand.contract)
    if use.choose:
        return say("talon.for_sets", contract=hand.contract, sets=list(map(str, use.sets)))
    return say("talon.untouched", contract=hand.contract)


def counted_for(
    table: Table,
    contract: str | None = None,
    declarer: Seat = "",
    partner: Seat = "",
    done: Turns = (),
    talon: Sequence[Card] = (),
) -> Answer:
    """Return the side that counts the discards, and the one that counts the rest of the talon.

    partner: the declarer's, "none" for a lone declarer; it is needed where the answer rests on it. done,
    talon: as for `talon`. discards: by seat, for those who have taken cards, with the side that counts
    them; rest: the rows that share out what is left, with cards or places (null for cards drawn at random
    or chosen after the last trick). Raises like `talon`.
    """
    name = contract_told(table, contract)
    row = table.contracts[name]
    if row.sides != "called":
        partner = NOBODY
    called = "" if partner in ("", NOBODY) else _some_card(table, talon)
    known = Known(name, declarer, called, partner or NOBODY)
    hand, names = _exchange(table, known, done, talon)
    if row.sides == "called" and not partner and _rests_on_alone(hand):
        raise missing("partner")
    if current(hand) is not None:
        raise RecordError(say("ask.exchange_open", seat=hand.asked[1] if hand.asked else ""))
    discards = []
    for seat in hand.exchange.drawn:
        if row.discard is None:
            break
        side = discard.goes_to(hand, seat)
        others = seat != hand.declarer and table.discard[row.discard].others_for is not None
        column = "others_for" if others else "counts_for"
        points = table.points_of(f"discard.{row.discard}.{column}")
        why = reason(say(f"counted.discards.{side}", seat=seat), points)
        discards.append({"seat": seat, "for": side, "why": why})
    left = list(hand.cards.talon)
    rest: list[Answer] = []
    for key, one in rest_rows(hand):
        points = table.points_of(f"talon.{row.talon}.rest.{key}.self")
        why = reason(say(f"counted.rest.{one.to}"), points)
        kind, _, number = one.cards.partition("_")
        if kind in ("random", "chosen"):
            rest.append({"cards": None, "n": int(number), "for": one.to, "why": why})
            continue
        lot = any(r["cards"] is None for r in rest)
        cards = [card for card in cards_of(hand, one) if card in left]
        left = [card for card in left if card not in cards]
        n = len(cards) - sum(r["n"] for r in rest if r["cards"] is None)
        if n > 0:
            told = None if lot else [names[card] for card in cards]
            rest.append({"cards": told, "n": n, "for": one.to, "why": why})
    return {"discards": discards, "rest": rest}


def _some_card(table: Table, talon: Sequence[Card]) -> Card:
    """A card that stands for the called one, where which it is makes no difference."""
    return next(card for card in table.cards.cards if card not in talon)


def _rests_on_alone(hand: Hand) -> bool:
    """Whether who counts what is left rests on the declarer's having a partner."""
    tests = (test for row in use_of(hand).rest.values() for test in row.when.tests())
    return any(test.name == "alone" for test in tests)
