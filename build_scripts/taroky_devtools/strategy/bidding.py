"""Find out what bids bring: one contract after another with the same cards, and hands as they are
dealt."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from taroky.cards import SUITS, Card
from taroky.game.view import view
from taroky.hand import Action, Hand, Legal
from taroky.players.comparing import Worth
from taroky.players.search import LooksAhead
from taroky.players.strength import strength
from taroky.rules.table import Seat, Table

from taroky_devtools.strategy.deals import deal, deal_with_taroky
from taroky_devtools.strategy.experiment import JUDGED, Experiment, Measured, seen
from taroky_devtools.strategy.plans import Plan, turn, until
from taroky_devtools.strategy.valued import EFFORT, differences, values

#: Strengths that are looked at together: up to which, and how they are named.
_GROUPS = ((5, "0-5"), (7, "6-7"), (99, "8+"))
#: From this strength on no more is told apart in a place at the table.
_TOP = 9


def _noted(name: str, worth: Worth, group: int) -> dict[str, float]:
    """Return what one way brings, and in what share of the imagined hands money comes in; also by
    strength."""
    gains = worth.gains / 100
    return {
        f"{name}.paid": worth.mean,
        f"{name}.strength.{group}": worth.mean,
        f"{name}.gains": gains,
        f"{name}.gains.{group}": gains,
    }


def _bids(
    table: Table,
    rng: random.Random,
    n: int,
    *,
    bids: Sequence[str],
    low: int,
    high: int,
    seat: Seat = "A",
) -> Measured:
    """Hands with each number of taroky, and what each bid brings with them."""
    strong, talon = deal_with_taroky(table, rng, low + n % (high - low + 1))
    hands = {**strong, seat: strong["A"], "A": strong[seat]}
    moment = until(table, hands, talon, Plan(), rng, turn(seat, "bid"))
    if moment is None:
        return {}
    hand, options = moment
    may = {choice.what for choice in options.of("bid")}
    ways = {name: Action(seat, "bid", (name,)) for name in bids if name in may}
    worth = values(hand, seat, ways, rng)
    group = strength(table, hands[seat])
    figures: dict[str, float] = {}
    for name in worth:
        figures |= _noted(name, worth[name], group)
    for one, other in pairwise(worth):
        gain = worth[other].mean - worth[one].mean
        figures |= {f"{other}-{one}": gain, f"{other}-{one}.strength.{group}": gain}
    return figures


def _varsava(table: Table, rng: random.Random, n: int) -> Measured:
    """A first player whom nobody has outbid calls a partner as is usual, or turns the hand into a
    Varšava."""
    hands, talon = deal_with_taroky(table, rng, n % 7)
    moment = until(table, hands, talon, Plan(), rng, turn("A", "call"))
    if moment is None or "varsava" not in (choice.what for choice in moment[1].of("choose")):
        return {}
    hand, options = moment
    ways = {"povinnost": _usual_call(hand, options), "varsava": Action("A", "choose", ("varsava",))}
    worth = values(hand, "A", ways, rng)
    group = strength(table, hands["A"])
    figures: dict[str, float] = {}
    for name in worth:
        figures |= _noted(name, worth[name], group)
    if worth:
        gain = worth["varsava"].mean - worth["povinnost"].mean
        figures |= {"varsava-povinnost": gain, f"varsava-povinnost.strength.{group}": gain}
    return figures


def _usual_call(hand: Hand, options: Legal) -> Action:
    """The first card that may be called and lies elsewhere."""
    held, calls = hand.cards.hands[options.seat], options.actions("call")
    return next((a for a in calls if a.what[0].isupper() and a.what[0] not in held), calls[-1])


def _dealt(table: Table, rng: random.Random, n: int) -> Measured:
    """A hand as it is dealt, in one place after another; before that everybody says the least there is.
    Which bid is best is found in some imagined hands, and what it brings in others, so that a bid that
    was lucky in the first is not praised for it."""
    hands, talon = deal(table, rng)
    seat = table.active[n % len(table.active)]
    moment = until(table, hands, talon, Plan(), rng, turn(seat, "bid"))
    if moment is None:
        return {}
    hand, options = moment
    bids = options.actions("bid")
    looks = LooksAhead(table, rng, EFFORT)
    seen_here = view(hand, seat)
    chosen = looks.compare(seen_here, bids) if len(bids) > 1 else None
    best = chosen.best.action if chosen is not None and chosen.hands else bids[0]
    again = looks.compare(seen_here, [best, best])
    if again is None or not again.hands:
        return {}
    worth, held = again.best.mean, strength(table, hands[seat])
    group = next(name for most, name in _GROUPS if held <= most)
    place = "first" if seat == table.active[0] else "later"
    row = f"{_TOP}+" if held >= _TOP else f"{held}"
    figures = {f"strength.{group}": worth, f"{place}.strength.{row}": worth}
    for action in bids:
        figures |= seen({f"{place}.says.{action.what[0]}.{row}": best == action})
    return figures


def _called(table: Table, rng: random.Random, n: int, *, card: Card, following: Card) -> Measured:
    """A player who holds the card that is usually called calls it, and so plays alone, or the next
    one and has a partner."""
    taroky = 5 + n % 6
    while True:
        hands, talon = deal_with_taroky(table, rng, taroky)
        if card in hands["A"] and following not in hands["A"]:
            break
    moment = until(table, hands, talon, Plan(), rng, turn("A", "call"))
    if moment is None:
        return {}
    ways = {"partner": Action("A", "call", (following,)), "alone": Action("A", "call", (card,))}
    worth = values(moment[0], "A", ways, rng)
    figures: dict[str, float] = {}
    for name, one in worth.items():
        figures |= {
            f"{name}.paid": one.mean,
            f"{name}.gains": one.gains / 100,
            f"{name}.taroky.{taroky}": one.mean,
        }
    if worth:
        gain = worth["alone"].mean - worth["partner"].mean
        figures |= {"alone-partner": gain, f"alone-partner.taroky.{taroky}": gain}
    return figures


def _king(table: Table, rng: random.Random, n: int) -> Measured:
    """The king of the caller's shortest suit is called, or that of the longest."""
    pack = table.cards
    while True:
        hands, talon = deal_with_taroky(table, rng, 4 + n % 5)
        lengths = {
            s: sum(pack.suit(c) == s for c in hands["A"])
            for s in SUITS
            if f"K{s}" not in hands["A"]
        }
        if len({*lengths.values()}) > 1:
            break
    moment = until(table, hands, talon, Plan(bids={"A": "four"}), rng, turn("A", "call"))
    if moment is None:
        return {}
    ways = {
        name: Action("A", "call", (f"K{pick(lengths, key=lengths.__getitem__)}",))
        for name, pick in (("short", min), ("long", max))
    }
    worth = values(moment[0], "A", ways, rng)
    figures: dict[str, float] = {}
    for name, one in worth.items():
        figures |= {f"{name}.paid": one.mean, f"{name}.gains": one.gains / 100}
    differences(figures, "paid", ways)
    return figures


EXPERIMENTS = (
    Experiment(
        "bids-hlucin",
        "a first player with 4 to 11 taroky says povinnost, trojka or sólo",
        "hlucin",
        480,
        1,
        partial(_bids, bids=("povinnost", "trojka", "solo"), low=4, high=11),
        JUDGED,
    ),
    Experiment(
        "bids-polish",
        "a first player with 4 to 11 taroki says powinność, brewer or zolo brewer",
        "polish",
        240,
        1,
        partial(_bids, bids=("powinnosc", "brewer", "zolo_brewer"), low=4, high=11),
        JUDGED,
    ),
    Experiment(
        "bids-machtarok",
        "the second player, with 4 to 11 taroky, passes or says Prever",
        "machtarok",
        320,
        1,
        partial(_bids, bids=("pass", "prever"), low=4, high=11, seat="B"),
        JUDGED,
    ),
    Experiment(
        "bids-victoria",
        "the Forhan, with 4 to 11 taroky, makes each of the bids that the cards allow",
        "victoria",
        240,
        1,
        partial(_bids, bids=("povinnost", "prever", "zesta", "prever_duo"), low=4, high=11),
        JUDGED,
    ),
    Experiment(
        "bids-heun",
        "a first player with 3 to 10 taroky passes, says Four, or says Five",
        "heun",
        320,
        1,
        partial(_bids, bids=("pass", "four", "five"), low=3, high=10),
        JUDGED,
    ),
    Experiment(
        "bids-french",
        "a player with 4 to 11 taroky passes, and makes each of the bids",
        "french",
        200,
        1,
        partial(
            _bids,
            bids=("pass", "vzeti", "straz", "straz_bez_talonu", "straz_proti_talonu"),
            low=4,
            high=11,
        ),
        JUDGED,
    ),
    Experiment(
        "varsava",
        "a first player with 0 to 6 taroky calls a partner, or turns the hand into a Varšava",
        "hlucin",
        280,
        1,
        _varsava,
        JUDGED,
    ),
    *(
        Experiment(
            f"dealt-{game}",
            "a hand is dealt and the best bid is made",
            game,
            hands,
            1,
            _dealt,
            JUDGED,
        )
        for game, hands in (
            ("hlucin", 480),
            ("polish", 160),
            ("machtarok", 160),
            ("victoria", 160),
            ("heun", 160),
            ("french", 160),
        )
    ),
    Experiment(
        "called-alone",
        "a first player who holds the XIX but not the XVIII calls one or the other",
        "hlucin",
        300,
        1,
        partial(_called, card="XIX", following="XVIII"),
        JUDGED,
    ),
    Experiment(
        "called-king-suit",
        "the caller names the king of the shortest suit, or that of the longest",
        "heun",
        300,
        1,
        _king,
        JUDGED,
    ),
)
