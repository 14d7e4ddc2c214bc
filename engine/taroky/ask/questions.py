"""Questions without a whole deal: what a lesson, a calculator or a referee asks. Each takes a rule
table and plain facts and answers as JSON data, with reasons and rule points.

A reason is {"text", "id", "params", "points"}: the sentence, its message id, and rule points. It is
worded when it is read, and `as_data` words all of an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations
from typing import Any

from taroky import settlement
from taroky.cards import Card
from taroky.counting import points as counting
from taroky.counting.piles import seat_cards, side_cards
from taroky.errors import CardError, RecordError
from taroky.game import asides, current
from taroky.game import legal as legal_now
from taroky.hand import (
    AuctionState,
    CallState,
    Cards,
    Choice,
    DealState,
    ExchangeState,
    Hand,
    Refusal,
)
from taroky.messages import Message, local_names, money, say
from taroky.phases import bidding, calling, declaring, discard, offers, play
from taroky.rules.conditions import Facts
from taroky.rules.table import Seat, Table
from taroky.settlement.multipliers import factor_by_contract

Answer = dict[str, Any]


class Reason(Mapping[str, Any]):
    """A sentence with the rule points it rests on, read like the JSON object it becomes; it is
    worded only when somebody reads the text, since most of them are never read."""

    __slots__ = ("_data", "_refusal")

    def __init__(self, refusal: Refusal) -> None:
        self._refusal = refusal
        self._data: Answer | None = None

    @property
    def message(self) -> Message:
        """The sentence."""
        return self._refusal.message

    @property
    def points(self) -> tuple[str, ...]:
        """The rule points it rests on."""
        return self._refusal.points

    def as_json(self) -> Answer:
        """{"text", "id", "params", "points"}, worded with the names that are local now."""
        return {**self.message.as_json(), "points": list(self.points)}

    def __getitem__(self, key: str) -> Any:
        if self._data is None:
            self._data = self.as_json()
        return self._data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(("id", "params", "text", "points"))

    def __len__(self) -> int:
        return 4


def as_data(answer: Any) -> Any:
    """An answer as JSON data, its reasons worded."""
    if isinstance(answer, Reason):
        return answer.as_json()
    if isinstance(answer, dict):
        return {key: as_data(value) for key, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [as_data(value) for value in answer]
    return answer


def reason(message: Message, points: Sequence[str]) -> Reason:
    """A sentence with the rule points it rests on."""
    return Reason(Refusal(message, tuple(points)))


def _choice(choice: Choice, legal_reason: Reason | None = None) -> Answer:
    if choice.refusal is not None:
        return {"what": choice.what, "legal": False,
                "why": Reason(choice.refusal)}  # fmt: skip
    return {"what": choice.what, "legal": True, "why": legal_reason}


def _contract(rules: Table, name: str | None) -> str:
    contract = name or next(iter(rules.contracts))
    if contract not in rules.contracts:
        raise RecordError(say("fact.contract", value=contract, expected=list(rules.contracts)))
    return contract


def _hand_cards(rules: Table, cards: Sequence[Card], most: int | None = None) -> None:
    top = most or rules.deal.hand
    if not cards or len(cards) > top:
        raise CardError(
            say("hand.size", n=len(cards), expected=f"1–{top}"),
            points=rules.points_of("deal.hand"),
        )


def legal(
    rules: Table, hand: Sequence[Card], trick: Sequence[Card] = (), contract: str | None = None,
    announced: Sequence[str] = (), called: Card = "", trick_no: int | None = None,
) -> Answer:  # fmt: skip
    """Which cards of this hand may go to this trick (empty: to the lead).

    announced: bonuses this player has announced, whose card is then held back. called: the card
    that was called; trick_no counts from 1. Raises MissingFact where a rule needs the trick's number.
    """
    _hand_cards(rules, hand)
    for card in trick:
        if card in hand:
            raise CardError(say("card.twice", card=card), text=card)
    if len(trick) >= rules.seats.active:
        raise RecordError(say("record.trick", n=len(trick), most=rules.seats.active - 1))
    row = rules.contracts[_contract(rules, contract)]
    for bonus in announced:
        if bonus not in rules.bonuses:
            raise RecordError(say("hand.no_such", what=bonus, expected=list(rules.bonuses)))
    bound = [
        held for b in announced if rules.bonuses[b].binds and (held := rules.bonuses[b].card)
    ]  # fmt: skip
    moment = play.Moment(trick_no, called=called)
    choices = play.judge(rules, row.play, hand, trick, bound, moment)
    return {
        "cards": [
            _choice(c, reason(say("play.legal", card=c.what), rules.points_of(f"play.{row.play}")))
            for c in choices
        ],
        "legal": [c.what for c in choices if c.legal],
    }


def winner(
    rules: Table, trick: Sequence[Card], leader: Seat = "A", contract: str | None = None,
    trick_no: int | None = None, lost: int | None = None,
) -> Answer:  # fmt: skip
    """Who takes this trick, and for each other card why it does not.

    trick_no counts from 1; lost: how many tricks the leader's side has lost so far. Raises
    MissingFact where an exception of the table rests on one that was not given.
    """
    if not trick or len(trick) > rules.seats.active:
        raise RecordError(say("record.trick", n=len(trick), most=rules.seats.active))
    if leader not in rules.active:
        raise RecordError(say("hand.no_seat", seat=leader, seats=list(rules.active)))
    pack = rules.cards
    row = rules.contracts[_contract(rules, contract)]
    lost_by = None if lost is None else lambda: {"leader": lost}
    best, exception = play.winner(rules, row.play, trick, play.Moment(trick_no, lost=lost_by))
    card = trick[best]
    start = rules.active.index(leader)
    seats = [rules.active[(start + i) % len(rules.active)] for i in range(len(trick))]
    path = f"play.{row.play}"
    points = rules.points_of(f"{path}.wins")
    taroky = sum(map(pack.is_tarok, trick))
    led = pack.led(trick)
    if exception:
        points = rules.points_of(f"{path}.wins.{exception}.self")
        why = play.exception(rules, row.play, exception, trick)
    elif led is None:
        why = say("winner.excuse_alone", card=card)
    elif not taroky:
        why = say("winner.suit", card=card, suit=pack.suit(card))
    else:
        why = say("winner.tarok" if taroky > 1 else "winner.only_tarok", card=card)
    others = {}
    for other in trick:
        if other == card:
            others[other] = reason(why, points)
        elif pack.is_excuse(other):
            never = rules.points_of(f"{path}.excuse.wins")
            others[other] = reason(say("winner.excuse", card=other), never)
        elif exception:
            others[other] = reason(say("winner.excepted", card=other, best=card), points)
        elif pack.is_tarok(card) and not pack.is_tarok(other):
            others[other] = reason(say("winner.beaten_tarok", card=other, best=card), points)
        elif pack.suit(other) not in (pack.suit(led or card), "T"):
            others[other] = reason(
                say("winner.not_suit", card=other, lead=pack.suit(led or card)), points
            )
        else:
            others[other] = reason(say("winner.beaten", card=other, best=card), points)
    return {"winner": seats[best], "card": card, "seats": dict(zip(seats, trick, strict=True)),
            "why": reason(why, points), "cards": others}  # fmt: skip


def discards(
    rules: Table, hand: Sequence[Card], contract: str | None = None, chosen: Sequence[Card] = (),
    called: Card = "", drawn: Sequence[Card] = (),
) -> Answer:  # fmt: skip
    """What may be laid away from this hand (more cards than a hand has) and what must be shown;
    with `chosen`, whether those cards may go together. drawn: those that came from the talon."""
    n = len(hand) - rules.deal.hand
    if n < 1:
        raise CardError(say("hand.size", n=len(hand),
                            expected=f"{rules.deal.hand + 1} or more"))  # fmt: skip
    name = _contract(rules, contract)
    row_name = rules.contracts[name].discard
    if row_name is None:
        with_discard = [key for key, row in rules.contracts.items() if row.discard]
        cell = "discard" if "discard" in rules.contracts[name].points else "talon"
        raise RecordError(
            say("discard.nothing", contract=name, expected=with_discard),
            points=rules.points_of(f"contracts.{name}.{cell}"),
        )
    path = f"discard.{row_name}"
    for card in drawn:
        if card not in hand:
            raise CardError(say("hand.not_held", card=card), text=card)
    choices = discard.judge(rules, row_name, hand, n, called, drawn)
    cards = []
    for choice in choices:
        message_id = "discard.must" if choice.must else "discard.may"
        why = reason(say(message_id, card=choice.what), rules.points_of(f"{path}.count"))
        cards.append({**_choice(choice, why), "must": choice.must})
    answer: Answer = {"n": n, "cards": cards}
    if chosen:
        refusal = discard.check_set(rules, row_name, hand, n, chosen, called, drawn)
        answer["legal"] = refusal is None
        answer["why"] = reason(refusal.message, refusal.points) if refusal else None
        face_up = discard.shown(rules.discard[row_name], rules, chosen)
        answer["shown"] = list(face_up)
        if face_up:
            answer["show"] = reason(say("discard.shown", cards=list(face_up)),
                                    rules.points_of(f"{path}.shown"))  # fmt: skip
        for name, number in discard.told(rules.discard[row_name], rules, chosen).items():
            answer["told"] = {name: number}
            answer["tell"] = reason(say("discard.told", n=number), rules.points_of(f"{path}.told"))
    return answer


def calls(
    rules: Table, said: Sequence[str], hand: Sequence[Card] = (), opener: Seat | None = None,
    first_hand: bool = False,
) -> Answer:  # fmt: skip
    """Which calls may follow this auction, for the player whose turn it is and who holds `hand`
    (empty: not known). opener: who opens, where that is not the first player. Raises RecordError
    for a call that was not legal itself (without regard to hands not given)."""
    known = rules.auction.calls
    if not known:
        raise RecordError(
            say("auction.none", rules=rules.title), points=rules.points_of("auction.self")
        )
    opener = opener or rules.active[0]
    if opener not in rules.active:
        raise RecordError(say("hand.no_seat", seat=opener, seats=list(rules.active)))
    state = Hand(rules=rules, first_hand=first_hand, auction=AuctionState(opener=opener))
    for call in said:
        if call not in known:
            raise RecordError(say("hand.no_such", what=call, expected=list(known)))
        seat = bidding.next_to_speak(state)
        if seat is None:
            raise RecordError(say("hand.over", seat=state.auction.calls[-1][0]))
        refusal = bidding.refusal(state, seat, call, cards_known=False)
        if refusal is not None:
            raise RecordError(refusal.message, points=refusal.points)
        state = bidding.with_call(state, seat, call)
    seat = bidding.next_to_speak(state)
    if seat is None:
        contract = state.standing
        if not contract:
            why = reason(say("auction.all_pass"), rules.points_of("auction.all_pass"))
            return {"finished": True, "declarer": None, "contract": None, "why": why}
        seat = next(s for s, call in reversed(state.auction.calls) if call == contract)
        why = reason(say("auction.done", seat=seat, call=contract),
                     rules.points_of("auction.highest"))  # fmt: skip
        return {"finished": True, "declarer": seat, "contract": contract, "why": why}
    held = {seat: tuple(hand)}
    state = replace(state, cards=Cards(held), deal=DealState(dealt=held))
    choices = []
    for call in known:
        may = rules.points_of(f"auction.calls.{call}.self") or rules.points_of("auction.calls")
        legal_why = reason(say("call.may", call=call), may)
        refusal = bidding.refusal(state, seat, call, cards_known=bool(hand))
        choices.append(_choice(Choice("bid", call, refusal), legal_why))
    return {"finished": False, "seat": seat, "calls": choices,
            "legal": [c["what"] for c in choices if c["legal"]]}  # fmt: skip


def callable_cards(
    rules: Table, hand: Sequence[Card], contract: str | None = None, discards: Sequence[Card] = ()
) -> Answer:
    """Whom may this hand call: every card there is to call, with whether it may be called.
    discards: what the caller has laid away. Raises RecordError where nobody is called aloud."""
    name = _contract(rules, contract)
    row = rules.contracts[name].calling
    if row is None or rules.calling[row].at == "none":
        spoken = [
            key for key, other in rules.contracts.items()
            if other.calling and rules.calling[other.calling].at != "none"
        ]  # fmt: skip
        cell = f"contracts.{name}.calling" if row is None else f"calling.{row}.self"
        raise RecordError(
            say("callable.nobody", contract=name, expected=spoken), points=rules.points_of(cell)
        )
    caller = calling.Caller(hand, discards, name)
    meant = calling.names(rules, row, caller)
    found = []
    for choice in calling.callable_cards(rules, row, hand, caller):
        means, card = meant.get(choice.what, ("", ""))
        alone = choice.legal and (not card or card in (*hand, *discards))
        if not choice.what.isupper():
            why = say("callable.alone_unsaid" if not card else "callable.row", what=choice.what)
        else:
            why = say("callable.alone" if alone else "callable.may", card=choice.what)
        found.append({**_choice(choice, reason(why, rules.points_of(f"calling.{row}.names.{means}.self"))),
                      "alone": alone})  # fmt: skip
    return {"cards": found, "legal": [c["what"] for c in found if c["legal"]]}


def offers_open(
    rules: Table, hand: Sequence[Card], said: Sequence[str] = (), contract: str | None = None,
    called: Card = "", drawn: Sequence[Card] = (), dealt: Sequence[Card] = (),
) -> Answer:  # fmt: skip
    """What may be chosen with this hand besides calling, drawing and playing: to throw it in, to
    give up, to play another game.

    said: the auction so far, where it matters: the hand is that of the player whose turn it is, or of
    the declarer of a contract that is told; contract: what this player plays (not given: nothing
    yet); called, drawn: the called card and what he drew; dealt: the hand as dealt, if it is another.
    Where there is nothing to be asked about, `why` says so.
    """
    _hand_cards(rules, hand, rules.deal.hand + rules.deal.talon.cards)
    state = Hand(rules=rules)
    for call in said:
        if call not in rules.auction.calls:
            known = list(rules.auction.calls)
            raise RecordError(say("hand.no_such", what=call, expected=known))
        by = bidding.next_to_speak(state)
        if by is None:
            raise RecordError(say("hand.over", seat=state.auction.calls[-1][0]))
        state = bidding.with_call(state, by, call)
    speaker = bidding.next_to_speak(state) if state.auction.calls and contract is None else None
    seat = speaker or rules.active[0]
    over = bool(state.auction.calls) and speaker is None
    state = replace(
        state, cards=Cards({seat: tuple(hand)}), deal=DealState(dealt={seat: tuple(dealt or hand)}),
        exchange=ExchangeState(drawn={seat: tuple(drawn)} if drawn else {}),
    )  # fmt: skip
    if contract is not None:
        state = replace(
            state, contract=_contract(rules, contract), declarer=seat, call=CallState(called)
        )
    rows = []
    for name, row in rules.offers.items():
        if row.who == "engine" or (row.who == "declarer") != (contract is not None):
            continue
        refusal = offers.refusal(state, seat, name)
        if refusal is None and row.at == "before_call" and called:
            refusal = Refusal(say("offer.too_late"), rules.points_of(f"offers.{name}.at"))
        if refusal is None and row.at == "before_auction" and state.auction.calls:
            begun = say("offer.too_late.auction")
            refusal = Refusal(begun, rules.points_of(f"offers.{name}.at"))
        if refusal is None and row.at == "before_own_call" and row.until != "lead" and over:
            refusal = Refusal(say("offer.spoken"), rules.points_of(f"offers.{name}.until"))
        if row.at == "after_look" and not rules.may_look(state.contract):
            refusal = Refusal(say("offer.no_look"), rules.points_of(f"offers.{name}.at"))
        if row.until == "take" and drawn:
            refusal = Refusal(say("offer.taken"), rules.points_of(f"offers.{name}.until"))
        why = reason(say("offer.open", row=name), rules.points_of(f"offers.{name}.self"))
        choice = _choice(Choice("choose", name, refusal), why)
        rows.append({**choice, "at": row.at, "until": row.until, "then": row.then})
    answer: Answer = {"rows": rows, "legal": [row["what"] for row in rows if row["legal"]]}
    if not rows:
        others = [name for name, row in rules.offers.items() if row.who != "engine"]
        when = "none" if not others else "no_contract" if contract is None else "contract"
        answer["why"] = reason(say(f"offers.{when}", title=rules.title, rows=others), ())
    return answer


def state(hand: Hand) -> Answer:
    """A hand under way as a referee sees it: who is to act, every choice with its reason, what may
    be done out of turn, and where the cards are. Nothing is hidden."""
    asked, options = current(hand), legal_now(hand)
    assert asked is not None and options is not None

    def choice_json(choice: Choice) -> Answer:
        return {"kind": choice.kind, **_choice(choice)}

    return {
        "rules": hand.rules.name,
        "phase": asked[0].name,
        "turn": asked[1],
        "choices": [choice_json(choice) for choice in options.choices],
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


def declarations(rules: Table, hand: Sequence[Card], contract: str | None = None) -> Answer:
    """What may this hand declare and for how much; best and value: the most valuable that may be said
    together before the play; claims and claims_value: what is said only once its cards have been
    played. contract: what is played, where the price rests on it."""
    _hand_cards(rules, hand)
    named = None if contract is None else _contract(rules, contract)
    facts = declaring.holding_facts(rules, hand)
    rows: list[Answer] = []
    held: list[tuple[Decimal, str]] = []
    claims: list[tuple[Decimal, str]] = []
    for choice in declaring.judge_declarations(rules, hand):
        row = rules.declarations.rows[choice.what]
        pay = row.pay.value(facts)
        if named is not None:
            pay *= factor_by_contract(rules, named, choice.what)
        claimed = declaring.is_claim(rules, choice.what)
        to = rules.declarations.to
        may = "declare.may" if to == "side" else f"declare.may.{to}"
        why = reason(say(may, row=choice.what, amount=pay),
                     rules.points_of(f"declarations.rows.{choice.what}.self"))  # fmt: skip
        rows.append({**_choice(choice, why), "pay": money(pay), "claim": claimed})
        if choice.legal:
            (claims if claimed else held).append((pay, choice.what))
    total, best = _dearest(rules, sorted(held, reverse=True), facts)
    later, claimable = _dearest(rules, sorted(claims, reverse=True), facts)

    def in_order(names: Sequence[str]) -> list[str]:
        return [name for name in rules.declarations.rows if name in names]

    return {"rows": rows, "best": in_order(best), "value": money(total),
            "claims": in_order(claimable), "claims_value": money(later)}  # fmt: skip


def _dearest(rules: Table, held: Sequence[tuple[Decimal, str]], facts: Facts
             ) -> tuple[Decimal, list[str]]:  # fmt: skip
    """What of these declarations brings most together: of equal ones the fewer words."""
    dearest: tuple[Decimal, list[str]] = (Decimal(0), [])
    for n in range(1, len(held) + 1):
        for some in combinations(held, n):
            total = sum((pay for pay, _ in some), Decimal(0))
            names = [name for _, name in some]
            fits = declaring.check_combination(rules, names, facts) is None
            if fits and (total > dearest[0] or not dearest[1]):
                dearest = (total, names)
    return dearest


def count(rules: Table, pile: Sequence[Card], contract: str | None = None) -> Answer:
    """What is this pile worth, three by three in the order given. contract: what was played, which
    matters where cards left over are counted exactly if each plays for himself."""
    each = contract is not None and rules.contracts[_contract(rules, contract)].sides == "each"
    counted = counting.count(rules, pile, each)
    return {
        "points": str(counted.points),
        "groups": [
            {"cards": list(group.cards), "faces": group.faces, "deduct": str(group.deduct),
             "worth": str(group.worth), "why": reason(group.message, group.points)}
            for group in counted.groups
        ],
        "left_over": list(counted.left_over),
        "why": reason(counted.total, rules.points_of("count.order")),
    }  # fmt: skip


def score(rules: Table, facts: settlement.Finished) -> Answer:
    """What the facts of a finished hand pay each player, with the working."""
    return settlement_json(settlement.settle(rules, facts))


def settlement_json(settled: settlement.Settlement) -> Answer:
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


def hand_json(hand: Hand) -> Answer:
    """A finished hand in full: the deal, every action, every trick with the legal cards at each
    play, card points per seat and side, the settlement."""
    with local_names(hand.rules.names):
        data: Answer = as_data(_hand_json(hand))
        return data


def _hand_json(hand: Hand) -> Answer:
    rules = hand.rules
    facts = settlement.finished_facts(hand)
    tricks = []
    for number, trick in enumerate(hand.play.tricks, start=1):
        tricks.append({"number": number, "leader": trick.leader, "winner": trick.winner,
                       "plays": _plays(hand, number - 1), "talon": list(trick.extra)})  # fmt: skip
    points: Answer = {}
    if not hand.ended:
        piles = side_cards(hand)
        seat_piles = seat_cards(hand)
        each = hand.row.sides == "each"
        points = {
            "sides": {n: str(counting.value(rules, cards, each)) for n, cards in piles.items()},
            "seats": {
                s: str(counting.value(rules, cards, each)) for s, cards in seat_piles.items()
            },
        }
    return {
        "rules": rules.name,
        "options": dict(rules.chosen),
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
        "tricks": tricks,
        "card_points": points,
        "settlement": settlement_json(settlement.settle(rules, facts)),
    }


def _plays(hand: Hand, index: int) -> list[Answer]:
    """The plays of a trick, each with the cards that were legal."""
    rules = hand.rules
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
        held = rules.cards.sort((*later, *hand.cards.hands.get(seat, ())))
        bound = play.bound_cards(hand, seat)
        legal_now = play.legal_cards(rules, hand.row.play, held, trick.cards[:i], bound, moment)
        plays.append({"seat": seat, "card": card, "legal": list(legal_now)})
    return plays
