"""Questions about piles, payments and whole hands, and a hand as JSON data, under way or finished."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.api.answers import Answer, as_data, choice_json, contract_of, reason
from taroky.cards import Card
from taroky.game import asides, current, finished
from taroky.game import legal as legal_now
from taroky.game import record as records
from taroky.hand import Choice, Hand
from taroky.messages import local_names, money
from taroky.phases import play
from taroky.phases.talon import rest_of
from taroky.rules.table import Table
from taroky.settling import paying
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import seat_cards, side_cards


def count(table: Table, pile: Sequence[Card], contract: str | None = None) -> Answer:
    """Return what this pile is worth, counted three by three in the order given. contract: what was
    played, which matters where cards left over are counted exactly if each plays alone."""
    each = contract is not None and table.contracts[contract_of(table, contract)].sides == "each"
    counted = counting.count(table, pile, each)
    return {
        "points": str(counted.points),
        "groups": [
            {
                "cards": list(group.cards),
                "faces": group.faces,
                "deduct": str(group.deduct),
                "worth": str(group.worth),
                "why": reason(group.message, group.points),
            }
            for group in counted.groups
        ],
        "left_over": list(counted.left_over),
        "why": reason(counted.total, table.points_of("count.order")),
    }


def score(table: Table, facts: paying.Finished) -> Answer:
    """Return what the facts of a finished hand pay each player, with the working."""
    return settlement_json(paying.settle(table, facts))


def settlement_json(settled: paying.Settlement) -> Answer:
    """A settlement as data: items with label, rule points, amount per seat, steps; payments; winners:
    who has won the game itself, nobody where it was not played."""
    return {
        "items": [
            {
                "id": item.id,
                "label": reason(item.label, item.points),
                "points": list(item.points),
                "amounts": {seat: money(amount) for seat, amount in sorted(item.amounts.items())},
                "steps": [
                    {**reason(step.message, step.points), "value": money(step.value)}
                    for step in item.steps
                ],
            }
            for item in settled.items
        ],
        "payments": {seat: money(amount) for seat, amount in settled.payments.items()},
        "pots": {name: money(amount) for name, amount in settled.pots.items()},
        "winners": list(settled.winners),
        "notes": [note.as_json() for note in settled.notes],
    }


def state(hand: Hand) -> Answer:
    """A hand under way as a referee sees it: who is to act, every choice with its reason, what may
    be done out of turn, and where the cards are. Nothing is hidden."""
    asked, options = current(hand), legal_now(hand)
    assert asked is not None and options is not None

    def of_kind(choice: Choice) -> Answer:
        return {"kind": choice.kind, **choice_json(choice)}

    return {
        "rules": hand.table.name,
        "phase": asked[0].name,
        "turn": asked[1],
        "choices": [of_kind(choice) for choice in options.choices],
        "picks": {kind: list(span) for kind, span in options.picks.items()},
        "asides": {
            seat: [[c.kind, c.what] for c in asides(hand, seat) if c.legal]
            for seat in hand.at_table
        },
        "dealer": hand.dealer,
        "opener": hand.auction.opener,
        "first_hand": hand.first_hand,
        "hands": {seat: list(cards) for seat, cards in hand.cards.hands.items()},
        "talon": list(hand.cards.talon),
        "calls": [list(call) for call in hand.auction.calls],
        "contract": hand.contract,
        "declarer": hand.declarer,
        "called": hand.call.called,
        "partner": hand.partner,
        "alone": hand.alone,
        "partner_public": hand.partner_public,
        "level": hand.exchange.level,
        "faced": list(hand.deal.faced),
        "exposed": list(hand.exchange.exposed),
        "drawn": {seat: list(cards) for seat, cards in hand.exchange.drawn.items()},
        "discards": {seat: list(cards) for seat, cards in hand.discard.discards.items()},
        "shown": list(hand.discard.shown),
        "declarations": {seat: list(rows) for seat, rows in hand.announce.declarations.items()},
        "announced": [list(pair) for pair in hand.announce.announced],
        "tricks": [
            {"leader": t.leader, "winner": t.winner, "cards": list(t.cards)}
            for t in hand.play.tricks
        ],
        "trick": list(hand.play.trick.cards) if hand.play.trick else [],
    }


def hand_json(hand: Hand) -> Answer:
    """A finished hand in full: the deal, every action, the cards that were exposed (faced in the deal,
    exposed from the talon, shown as discards), every trick with the legal cards at each play, what is
    left of the talon by who counts it, card points per seat and side with how many cards of each pile
    are left over beyond its last full packet, the settlement."""
    with local_names(hand.table.names):
        data: Answer = as_data(_hand_json(hand))
        return data


def _hand_json(hand: Hand) -> Answer:
    table = hand.table
    facts = paying.finished_facts(hand)
    tricks = []
    for number, trick in enumerate(hand.play.tricks, start=1):
        tricks.append(
            {
                "number": number,
                "leader": trick.leader,
                "winner": trick.winner,
                "plays": _plays(hand, number - 1),
                "talon": list(trick.extra),
            }
        )
    points: Answer = {}
    left: Answer = {}
    if not hand.ended:
        piles = side_cards(hand)
        seat_piles = seat_cards(hand)
        each = hand.row.sides == "each"
        points = {
            "sides": {n: str(counting.value(table, cards, each)) for n, cards in piles.items()},
            "seats": {
                s: str(counting.value(table, cards, each)) for s, cards in seat_piles.items()
            },
            "left_over": {
                n: len(counting.count(table, cards, each).left_over) for n, cards in piles.items()
            },
        }
        left = {to: list(cards) for to, cards in rest_of(hand).items()}
    return {
        "rules": table.name,
        "options": dict(table.chosen),
        "seats": list(hand.at_table),
        "dealer": hand.dealer,
        "first_hand": hand.first_hand,
        "opener": hand.auction.opener,
        "deal": {
            "hands": {seat: list(cards) for seat, cards in hand.deal.dealt.items()},
            "talon": list(hand.deal.talon_dealt),
        },
        "actions": [[a.seat, a.kind, *a.what] for a in hand.actions],
        "contract": hand.contract,
        "level": hand.exchange.level,
        "declarer": hand.declarer,
        "partner": hand.partner if hand.contract else None,
        "ended": hand.ended,
        "faced": list(hand.deal.faced),
        "exposed": list(hand.exchange.exposed),
        "shown": list(hand.discard.shown),
        "talon_left": left,
        "tricks": tricks,
        "card_points": points,
        "settlement": settlement_json(paying.settle(table, facts)),
    }


def _plays(hand: Hand, index: int) -> list[Answer]:
    """The plays of a trick, each with the cards that were legal."""
    table = hand.table
    trick = hand.play.tricks[index]
    plays = []
    moment = play.moment_of(hand, trick.leader, hand.play.tricks[:index])
    for i, card in enumerate(trick.cards):
        seat = trick.seats[i]
        later = [
            done.cards[done.seats.index(seat)]
            for done in hand.play.tricks[index:]
            if seat in done.seats
        ]
        held = table.cards.sort((*later, *hand.cards.hands.get(seat, ())))
        bound = play.bound_cards(hand, seat)
        legal_now = play.legal_cards(table, hand.row.play, held, trick.cards[:i], bound, moment)
        plays.append({"seat": seat, "card": card, "legal": list(legal_now)})
    return plays


def replayed(_: Table, record: str) -> Answer:
    """The hand that a record tells of: in full if it is over, else as a referee sees it. The record
    names its own rules. Raises RecordError with the line that does not hold."""
    hand = records.read(record).replay()
    if finished(hand):
        return {"finished": True, "hand": hand_json(hand)}
    return {"finished": False, "actions": len(hand.actions), "state": state(hand)}
