"""One short line for each word that a player can say or choose: what it commits to and what it pays, made from
the rows of the table. It speaks of nobody, so that it fits a button and what another player has said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from taroky.hand import Hand
from taroky.hand.exchange import next_draw, sets_of, use_of
from taroky.messages import language, local_names, say, term
from taroky.rules.conditions import Condition, Test
from taroky.rules.table import CallRow, OfferRow, Seat, Table
from taroky.settling.paying.game import result_of
from taroky.settling.paying.prices import (
    declaration_price,
    game_price,
    stakes,
)
from taroky.telling.base import in_one_language
from taroky.telling.values import call, coins, condition, holding, paid, saying

#: By how much a lost game must cost more than a won one brings, to be worth saying.
_MORE = Decimal("1.25")
#: What lets an offer go by.
_PLAY_ON = "play_on"


@dataclass(frozen=True)
class Moment:
    """All that a line rests on besides the table. contract: what is played, or the bid that stands; levels: those
    at which the talon may still be taken, empty for all; cards: how many a draw or a set has; own: whether
    the caller holds the card that is called."""

    contract: str = ""
    levels: tuple[int, ...] = ()
    cards: int = 0
    own: bool = False


def word_line(hand: Hand, kind: str, what: str, seat: Seat = "") -> str:
    """Return the line of something that can be chosen now, or was, with the price as it is in this hand.
    kind, what: as in a `Choice`; seat: who chooses, where a line may rest on that player's cards."""
    return line_of(hand.table, kind, what, _moment(hand, kind, what, seat))


def _moment(hand: Hand, kind: str, what: str, seat: Seat) -> Moment:
    contract = hand.contract or hand.standing
    levels = (hand.exchange.level,) if hand.exchange.set_taken else ()
    moment = Moment(contract, levels)
    if kind == "call":
        return replace(moment, own=what in hand.holds(seat))
    if not hand.contract:
        return moment
    if kind == "draw":
        due = next_draw(hand)
        return replace(moment, cards=due[1].cards if due else 1)
    choose = use_of(hand).choose
    if kind == "take" and what in choose:
        row = choose[what]
        return replace(moment, cards=len(sets_of(hand)[row.take - 1]), levels=(row.level,))
    if kind == "reject":
        looks = max(hand.exchange.looks, 1)
        later = tuple(sorted({row.level for row in choose.values() if row.looks > looks}))
        return replace(moment, levels=later)
    return moment


def line_of(table: Table, kind: str, what: str, moment: Moment = Moment()) -> str:
    """Return the line of a word of this table, in the language that is spoken. Raises KeyError for a word
    that the table does not have."""
    key = ("word line", kind, what, moment, language())
    if key not in table.memo:
        with in_one_language(), local_names(table.names):
            table.memo[key] = _capital(" ".join(_sentences(table, kind, what, moment)))
    line: str = table.memo[key]
    return line


def _sentences(table: Table, kind: str, what: str, moment: Moment) -> Iterator[str]:
    if kind == "bid":
        yield from _bid(table, what, moment)
    elif kind == "call":
        yield _call(table, what, moment)
    elif kind == "choose":
        yield from _offer(table, what, moment)
    elif kind == "say":
        yield from _said(table, what, moment)
    elif kind in ("take", "reject"):
        yield _text(kind, n=moment.cards, price=_price(table, moment.contract, moment.levels))
    elif kind in table.deal.ways:
        row = table.deal.ways[kind]
        yield _text("way.pick" if row.pick else "way", packets=[str(n) for n in row.packets])
    else:
        yield _text(kind, n=moment.cards)


def _text(name: str, /, **params: object) -> str:
    return _capital(say(f"line.{name}", **params).text())


def _sentence(words: str) -> str:
    return f"{words}." if words else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- the auction --------------------------------------------------------------------------------


def _bid(table: Table, what: str, moment: Moment) -> Iterator[str]:
    row = table.auction.calls.get(what)
    if row is not None and row.rank is None:
        yield from _no_bid(table, row, moment)
        return
    yield from _contract(table, what, moment)
    for offer in table.offers.values():
        if offer.contract and what in _contracts(offer):
            when = condition(table, offer.when, lambda test: test.name == "contract")
            yield _text("may_become", contract=call(offer.contract), when=when)


def _contracts(offer: OfferRow) -> set[str]:
    return {name for test in offer.when.tests() if test.name == "contract" for name in test.words}


def _no_bid(table: Table, row: CallRow, moment: Moment) -> Iterator[str]:
    if row.then:
        yield _text(row.then)
    if row.pays:
        contract = moment.contract or next(iter(table.contracts))
        yield _text("declares", what=saying(row.pays))
        yield _declaration(table, row.pays, contract)
    if row.then or row.pays:
        return
    called = any(contract.sides == "called" for contract in table.contracts.values())
    yield _text("no_bid.called" if called else "no_bid")
    if table.auction.all_pass:
        yield _text(f"all_pass.{table.auction.all_pass}")


def _contract(table: Table, contract: str, moment: Moment) -> Iterator[str]:
    """Yield who plays against whom, what becomes of the talon and what the game pays, and what it promises."""
    levels = moment.levels if moment.contract == contract else ()
    yield _text(
        "plan",
        who=_with_whom(table, contract),
        talon=_talon(table, contract),
        price=_price(table, contract, levels),
    )
    for bonus in table.contracts[contract].undertakes:
        yield _text("promises", what=saying(bonus))
        yield from _bonus(table, bonus, contract)


def _with_whom(table: Table, contract: str) -> str:
    row = table.contracts[contract]
    against = len(table.active) - (2 if row.sides == "called" else 1)
    calling = table.calling[row.calling] if row.calling else None
    if calling is not None and calling.at == "none":
        card = next((name.card for name in calling.names.values() if name.card), "")
        if card:
            return _text("holder", card=card, n=against)
    return _text(row.sides, n=against)


def _talon(table: Table, contract: str) -> str:
    """Return how much of the talon the declarer has; "" where the table has nothing to say of it."""
    row = table.contracts[contract]
    use = table.talon[row.talon]
    if row.sides == "each":
        return ""
    own = sum(draw.cards for draw in use.draws.values() if draw.after_declarer == 0)
    if own:
        return say("line.talon.draws", n=own).text()
    if use.choose:
        return say("line.talon.takes", n=use.sets[0]).text()
    rest = {to.to for to in use.rest.values()}
    to = rest.pop() if len(rest) == 1 else "untouched"
    return say(f"line.talon.{to}").text()


# -- prices -------------------------------------------------------------------------------------


def _price(table: Table, contract: str, levels: Sequence[int], factor: int = 1) -> str:
    """Return the price of a game with who pays it: "0.10 Kč a point over 35 each"."""
    price = game_price(table, contract, levels, factor)
    to, amount = price.to, _span(table, price.low, price.high)
    if price.over is not None:
        amount = say("line.per_point", amount=amount, over=price.over).text()
    if to == "others":
        to = "most_loses" if table.result[result_of(table, contract)].losers else "most_wins"
    if to == "written" and table.contracts[contract].sides == "each":
        to = "own"
    words = say(f"line.price.{to}", amount=amount).text()
    if price.lost > price.high * _MORE:
        return say("line.more_lost", price=words, lost=coins(table, price.lost)).text()
    return words


def _span(table: Table, low: Decimal, high: Decimal) -> str:
    """An amount, or two with the unit said once: "4 to 6 chips"."""
    if low == high:
        return coins(table, low)
    least, most = coins(table, low), coins(table, high)
    return say("line.span", low=least.split("\u00a0")[0], top=most).text()


# -- calling and offers -------------------------------------------------------------------------


def _call(table: Table, what: str, moment: Moment) -> str:
    contract = table.contracts[moment.contract]
    row = table.calling[contract.calling] if contract.calling else None
    against = len(table.active) - 1
    if row is None or what == "none":
        return _text("call.none", n=against)
    if moment.own:
        return _text("call.own" if row.own_secret == "no" else "call.own_secret", n=against)
    if what in row.names:
        return _text("call.row")
    return _text("call.card" if row.secret == "no" else "call.secret")


def _offer(table: Table, what: str, moment: Moment) -> Iterator[str]:
    if what == _PLAY_ON:
        yield _text("play_on")
        return
    row = table.offers[what]
    if row.contract:
        yield from _contract(table, row.contract, moment)
    elif row.then == "end":
        amount = coins(table, Decimal(0)) if row.pay is None else paid(table, row.pay)
        yield _text(f"ends.{row.to or 'each_other'}", amount=amount)
    else:
        yield _text(row.then)


# -- announcing ---------------------------------------------------------------------------------


def _said(table: Table, what: str, moment: Moment) -> Iterator[str]:
    word, _, target = what.partition(":")
    if word == "nothing":
        yield from _nothing(table, moment)
    elif word in table.declarations.rows:
        yield _declaration(table, word, moment.contract)
    elif word in table.doubling.steps:
        yield _double(table, word, target.partition("@")[0], moment)
    else:
        yield from _bonus(table, word, moment.contract)


def _nothing(table: Table, moment: Moment) -> Iterator[str]:
    ends = [
        row
        for row in table.offers.values()
        if row.who == "engine"
        and row.pay is not None
        and moment.contract in (_contracts(row) or {moment.contract})
    ]
    if not ends:
        yield _text("nothing")
    for row in ends:
        assert row.pay is not None
        yield _text("nothing.ends", amount=paid(table, row.pay))


def _declaration(table: Table, row: str, contract: str) -> str:
    declarations = table.declarations
    amount = coins(table, declaration_price(table, row, contract))
    words = say(
        f"line.declared.{declarations.to}",
        holding=holding(table, declarations.rows[row].when),
        amount=amount,
    ).text()
    shows = declarations.rows[row].shows
    if shows is not None:
        words += say("line.shown", n=shows).text()
    if declarations.paid == "at_once":
        words += say("line.at_once").text()
    return _sentence(words)


def _double(table: Table, word: str, target: str, moment: Moment) -> str:
    factor = table.doubling.steps[word]
    price = (
        _price(table, moment.contract, moment.levels, factor)
        if target == "game"
        else _stakes(table, target, moment.contract, factor)
    )
    name = "twice" if factor == 2 else "doubled"
    return _text(name, what=term("say", target), n=factor, price=price)


def _bonus(table: Table, bonus: str, contract: str) -> Iterator[str]:
    """Yield what an announced bonus asks, brings and costs, and what it binds a player to."""
    row = table.bonuses[bonus]
    yield _sentence(_stakes(table, bonus, contract, 1)) or _text("unpaid")
    made = stakes(table, bonus, contract).made
    if made is not None and {"game", "payments", "everything"} & set(made.replaces):
        yield _text("instead")
    if row.binds and row.card:
        yield _text("binds", card=row.card)
    if row.leads:
        yield _text("leads")


def _stakes(table: Table, bonus: str, contract: str, factor: int) -> str:
    """Return the amount that an announced bonus brings, its condition, and what failing costs; "" if it is not
    paid for."""
    at_stake = stakes(table, bonus, contract, factor)
    if at_stake.made is None:
        return ""
    gain = _span(table, at_stake.gains[0], at_stake.gains[-1])
    to = "written" if at_stake.made.payer == "nobody" else "each"
    return say(
        "line.gains" if at_stake.losses else "line.gains_only",
        gain=say(f"line.gain.{to}", amount=gain).text(),
        when=condition(table, _of_this_side(at_stake.made.when), _is_of_announcing),
        loss=_span(table, at_stake.losses[0], at_stake.losses[-1]) if at_stake.losses else "",
    ).text()


def _of_this_side(when: Condition) -> Condition:
    """The condition with its side by name: no word before it says which side is meant."""
    return Condition(
        tuple(
            (tuple(map(_named, tests)), tuple(map(_of_this_side, never)))
            for tests, never in when.either
        )
    )


def _named(test: Test) -> Test:
    if test.name not in ("tricks", "lost_tricks"):
        return test
    ranges = tuple(("side" if key == "self" else key, numbers) for key, numbers in test.ranges)
    return Test(test.name, ranges, (), (*test.pairs, *(("side", word) for word in test.words)))


def _is_of_announcing(test: Test) -> bool:
    return test.name == "said"


def declared_content(table: Table, row: str) -> str:
    """Return what a declaration tells of the hand: "8 to 9 taroky"."""
    with in_one_language(), local_names(table.names):
        return holding(table, table.declarations.rows[row].when)
