"""The log of a hand, in sentences: only what one player, "you", can see and hear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from taroky.api import tricks as trick_questions
from taroky.api.word_lines import word_line
from taroky.cards import Card, Pack
from taroky.game import current
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.messages import Message, card_name, known, say, speaking, term
from taroky.phases import offers
from taroky.phases.bidding import undecided
from taroky.phases.discard import numbers_told_by_seat
from taroky.phases.play import moment_of
from taroky.rules.table import RulePoints, Seat, WayRow

from taroky_tutorials.tasks.outcome import said

Line = tuple[Message, RulePoints]


@dataclass(frozen=True, eq=False)
class WordLine:
    """The line of a word as it was said in this hand, in a sentence that is worded later."""

    hand: Hand
    kind: str
    what: str

    def said(self, in_language: str) -> str:
        """The line in that language."""
        with speaking(in_language):
            return word_line(self.hand, self.kind, self.what)


def by(you: Seat, name: str, seat: Seat, /, **params: Any) -> Message:
    """A sentence about a seat; about yourself it is worded for you."""
    own = f"guide.{name}.you"
    return say(own if seat == you and known(own) else f"guide.{name}", seat=seat, **params)


def tell(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    """Return what an action did and what followed from it by itself."""
    if not was.deal.dealt:
        return _deals(you, was, action, now)
    done = _DONE.get(action.kind, _nothing)(you, was, action, now)
    return [
        *done,
        *_contract(you, was, now),
        *_called(you, was, action, now),
        *_seen(you, was, now),
        *_trick(you, was, now),
        *_sides(you, was, now),
        *_ended(you, was, now),
    ]


def _deals(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    """Return what somebody has done with the pack, and at the end who has dealt."""
    ways, kind = was.table.deal.ways, action.kind
    lines: list[Line] = []
    if kind == "batch":
        lines = [(by(you, "takes_batch", action.seat, number=action.what[0]), ())]
    elif kind in ways:
        name, params = way_of_dealing(ways[kind])
        lines = [
            (
                by(you, f"way.{name}", action.seat, **params),
                was.table.points_of(f"deal.ways.{kind}"),
            )
        ]
    else:
        lines = [(by(you, "scatters", action.seat), was.table.points_of("deal.talon.dealt"))]
    return [*lines, dealt(you, now)] if now.deal.dealt else lines


def dealt(you: Seat, hand: Hand) -> Line:
    """Return the line that says who has dealt."""
    return by(you, "deals", hand.dealer), ()


def way_of_dealing(way: WayRow) -> tuple[str, dict[str, Any]]:
    """Return a way of dealing, told by its columns: the last word of its messages, and what they say besides."""
    if way.pack == "cut":
        return "cut", {}
    if way.pick:
        return "pick", {}
    if way.dealer_split:
        return "split", {}
    if way.asked == "dealer":
        return "dealer_each", {"n": way.packets[0]}
    if len(set(way.packets)) > 1:
        return "packets", {"packets": [str(n) for n in way.packets]}
    return "each", {"n": way.packets[0]}


def _nothing(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    return []


def _bid(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    call = action.what[0]
    row = was.table.auction.calls[call]
    name = "passes" if row.rank is None and call == "pass" else "bids"
    return [(by(you, name, action.seat, call=call), ())]


def _contract(you: Seat, was: Hand, now: Hand) -> list[Line]:
    if not now.contract or undecided(now):  # the exchange before the auction belongs to no contract
        return []
    if was.contract == now.contract and not undecided(was):
        return []
    sides = now.row.sides
    points = now.table.points_of(f"contracts.{now.contract}.self")
    if sides == "each" or not now.declarer:
        return [(say("guide.each", contract=now.contract), points)]
    return [(by(you, f"plays_{sides}", now.declarer, contract=now.contract), points)]


def _call(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    word = action.what[0]
    row = was.table.contracts[now.contract or was.standing].calling
    points = was.table.points_of(f"calling.{row}.self")
    seen = view(now, you)
    if word == "none" or not (seen.called or seen.called_as):
        return [(by(you, "calls_nobody", action.seat), points)]
    if word not in was.table.cards.cards:
        lines: list[Line] = [(by(you, "calls_word", action.seat, word=word), points)]
    else:
        lines = [(by(you, "calls", action.seat, card=word), points)]
    return lines + _whose(you, now)


def _whose(you: Seat, now: Hand) -> list[Line]:
    """Return what you can tell from your own cards about who the partner is."""
    row = now.row.calling if now.contract else None
    points = now.table.points_of(f"calling.{row}.secret") if row else ()
    called = view(now, you).called
    if not called or now.partner_public:
        return []
    mine = called in now.holds(you)
    if now.declarer == you:
        return [(say("guide.own_call" if mine else "guide.wait", card=called), points)]
    return [
        (
            say("guide.your_call" if mine else "guide.unknown", card=called, seat=now.declarer),
            points,
        )
    ]


def _called(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    """A partner nobody named; the called card among those you drew."""
    seen, before = view(now, you), view(was, you)
    if seen.called and not before.called and action.kind != "call":
        return [(say("guide.called_itself", card=seen.called), ()), *_whose(you, now)]
    if seen.called and seen.called in seen.drawn and seen.called not in before.drawn:
        return _whose(you, now)
    return []


def _draw(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    cards = now.exchange.drawn[action.seat][len(was.exchange.drawn.get(action.seat, ())) :]
    return [(by(you, "draws", action.seat, n=len(cards), **_mine(you, action.seat, cards)), ())]


def _mine(you: Seat, seat: Seat, cards: Sequence[str]) -> dict[str, Any]:
    return {"cards": list(cards)} if seat == you else {}


def _pass(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    return [(by(you, "passes_draw", action.seat), ())]


def _look(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    seen = view(now, you).talon_seen if action.seat == you else ()
    return [
        (by(you, "looks", action.seat, n=len(action.what), **_mine(you, action.seat, seen)), ())
    ]


def _take(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    cards = now.exchange.drawn[action.seat]
    points = was.table.points_of(f"talon.{now.row.talon}.choose.{action.what[0]}.level")
    return [
        (
            by(
                you,
                "takes",
                action.seat,
                n=len(cards),
                line=WordLine(now, "bid", now.contract),
                **_mine(you, action.seat, cards),
            ),
            points,
        )
    ]


def _reject(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    return [(by(you, "rejects", action.seat), ())]


def _discard(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    row = now.row.discard
    points = now.table.points_of(f"discard.{row}.counts_for") if row else ()
    cards = _mine(you, action.seat, action.what)
    lines: list[Line] = [(by(you, "lays", action.seat, n=len(action.what), **cards), points)]
    shown = [card for card in now.discard.shown if card not in was.discard.shown]
    if shown:
        lines.append(
            (say("discard.shown", cards=shown), now.table.points_of(f"discard.{row}.shown"))
        )
    for n in numbers_told_by_seat(now).get(action.seat, {}).values() if action.seat != you else ():
        lines.append((say("discard.told", n=n), now.table.points_of(f"discard.{row}.told")))
    return lines


def _choose(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    name = action.what[0]
    if name == offers.PLAY_ON or now.ended == name:
        return []
    return [(by(you, "chooses", action.seat, offer=name), ())]


def offer_name(name: str) -> str:
    """Return what an offer is called, on a button and in a sentence."""
    return term("guide.offer", name)


def _say(you: Seat, was: Hand, action: Action, now: Hand) -> list[Line]:
    table = was.table
    words = [item.partition(":") for item in action.what if item != "nothing"]
    lines: list[Line] = []
    for word, _, target in words:
        line = WordLine(now, "say", word)
        if word in table.declarations.rows:
            points = table.points_of(f"declarations.rows.{word}.self")
            lines.append((by(you, "declares", action.seat, row=word, line=line), points))
        elif word in table.doubling.steps:
            what = target.partition("@")[0]
            points = table.points_of("doubling.steps")
            factor = table.doubling.steps[word]
            lines.append(
                (by(you, "doubles", action.seat, word=word, target=what, n=factor), points)
            )
        elif word in table.bonuses:
            points = table.points_of(f"bonuses.{word}.self")
            lines.append((by(you, "announces", action.seat, row=word, line=line), points))
    for seat, _, cards in now.announce.displayed[len(was.announce.displayed) :]:
        lines.append((by(you, "displays", seat, cards=list(cards)), ()))
    if not words and action.seat == you and any(c.legal for c in _sayable(was)):
        lines.append((say("guide.silent"), ()))
    return lines


def _sayable(was: Hand) -> Sequence[Any]:
    options = was.options
    return options.choices if options is not None else ()


_DONE = {
    "bid": _bid,
    "call": _call,
    "draw": _draw,
    "pass": _pass,
    "look": _look,
    "pick": _look,
    "take": _take,
    "reject": _reject,
    "discard": _discard,
    "choose": _choose,
    "say": _say,
}


def _seen(you: Seat, was: Hand, now: Hand) -> list[Line]:
    """Talon cards that everybody has come to see."""
    cards = [card for card in now.exchange.exposed if card not in was.exchange.exposed]
    if not cards:
        return []
    return [(say("guide.exposed", cards=cards), now.table.points_of(f"talon.{now.row.talon}.show"))]


def _trick(you: Seat, was: Hand, now: Hand) -> list[Line]:
    """Return who took a trick, why, and what it was good for."""
    if len(now.play.tricks) == len(was.play.tricks):
        return []
    trick, number, table = now.play.tricks[-1], len(now.play.tricks), now.table
    assert trick.winner is not None
    lost = moment_of(now, trick.leader, now.play.tricks[:-1]).lost
    answer = trick_questions.winner(
        table,
        trick.cards,
        trick.leader,
        now.contract,
        number,
        lost()["leader"] if lost is not None else None,
    )
    why, points = said(answer.why)
    lines: list[Line] = [(by(you, "trick", trick.winner, number=number, why=why), points[:2])]
    if trick.extra:
        lines.append((say("guide.laid_on", cards=list(trick.extra)), ()))
    valuable = [c for c in (*trick.cards, *trick.extra) if _is_valuable(table.cards, c)]
    if now.row.sides == "each" or you not in now.active:
        return lines
    side = now.knows_side(you, trick.winner)
    to = "own" if side else "others" if side is False else "open"
    if valuable:
        lines.append((say(f"guide.dear_{to}", cards=valuable, seat=trick.winner), ()))
    elif trick.winner != you:
        lines.append((say(f"guide.cheap_{to}", seat=trick.winner), ()))
    return lines


def _is_valuable(pack: Pack, card: Card) -> bool:
    """Whether a card is worth at least four fifths of what the best are worth, as a queen is."""
    return 5 * pack.value(card) >= 4 * max(map(pack.value, pack.cards))


def _sides(you: Seat, was: Hand, now: Hand) -> list[Line]:
    """The moment from which everybody knows the partner."""
    if not was.contract or was.partner_public or not now.partner_public or not now.call.called:
        return []
    points = now.table.points_of(f"calling.{now.row.calling}.secret")
    card, partner = now.call.called, now.partner
    if partner is None:
        return [(by(you, "alone_out", now.declarer, card=card), points)]
    if partner == you:
        return [(say("guide.you_out", card=card, seat=now.declarer), points)]
    name = "your_partner_out" if now.declarer == you else "partner_out"
    return [(say(f"guide.{name}", card=card, seat=partner, declarer=now.declarer), points)]


def _ended(you: Seat, was: Hand, now: Hand) -> list[Line]:
    if current(now) is not None or current(was) is None:
        return []
    if not now.ended:
        return []  # the task says that the hand is over
    if now.ended == "all_pass":
        return [(say("auction.all_pass"), now.table.points_of("auction.all_pass"))]
    return [(say("guide.ended", row=now.ended), now.table.points_of(f"offers.{now.ended}.self"))]


def card_or_word(hand: Hand, what: str) -> str:
    """A card's name, or the word for what is called without naming a card."""
    return card_name(what) if what in hand.table.cards.cards else term("guide.call", what)
