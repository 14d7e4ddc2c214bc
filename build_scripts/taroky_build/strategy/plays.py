"""Hands played to the end in several ways: the same cards, one thing done otherwise."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise

from taroky.cards import SUITS, Card, Pack
from taroky.game import apply, current, legal
from taroky.game.unseen import PERFECT, Memory
from taroky.hand import Action, Hand
from taroky.rules.table import Seat, Table
from taroky.settlement import finished_facts, settle

from taroky_build.strategy.deals import count, deal, deal_with_taroky
from taroky_build.strategy.experiment import Experiment, Measured, seen
from taroky_build.strategy.player import Lay, Plan, Player, before_play, play_on, shape

#: No hand is thrown in before it is played.
PLAYED = {"povinnost.throw_in_unchallenged": "no"}
AHEAD = "look ahead (10 guesses, each played out 10 times)"


# -- what came of a hand ---------------------------------------------------------------------------


def points(hand: Hand, seat: Seat) -> float:
    """Card points of this seat's side."""
    facts = finished_facts(hand)
    if seat in facts.points:
        return float(facts.points[seat])
    return float(facts.points["declarers" if seat in hand.declarers else "opponents"])


def paid(hand: Hand, seat: Seat) -> float:
    """What the seat gets for the game and for bonuses in play, not for what it was dealt."""
    rules = hand.rules
    items = settle(rules, finished_facts(hand)).items
    dealt = rules.declarations.rows
    return float(sum(i.amounts.get(seat, 0) for i in items if i.row not in dealt))


def won(hand: Hand, seat: Seat) -> bool:
    """Whether the seat's side has won the game."""
    return seat in settle(hand.rules, finished_facts(hand)).winners


def strength(rules: Table, cards: Sequence[Card]) -> int:
    """How good a hand is by the simplest count: a point for each tarok, one more for each five-point
    card."""
    return count(rules, cards, "taroky") + sum(rules.cards.value(c) == 5 for c in cards)


def differences(found: dict[str, float], what: str, names: Iterable[str], prefix: str = "") -> None:
    """Adds how much more each way has brought than each way named before it."""
    known = [name for name in names if f"{name}.{what}" in found]
    for i, one in enumerate(known):
        for other in known[:i]:
            gain = found[f"{one}.{what}"] - found[f"{other}.{what}"]
            found[f"{prefix}{one}-{other}"] = gain


# -- the first lead --------------------------------------------------------------------------------


def leads(rules: Table, cards: Sequence[Card], rng: random.Random) -> dict[str, Card]:
    """One card for each way of leading that the hand allows."""
    pack = rules.cards
    taroky = [c for c in pack.sort(cards) if pack.is_tarok(c)]
    suits = {s: [c for c in pack.sort(cards) if pack.suit(c) == s] for s in SUITS}
    found: dict[str, Card] = {}
    kings = [c for c in cards if c[0] == "K"]
    if kings:
        found["king"] = rng.choice(sorted(kings))
    low = [c for c in taroky if c != "I"]
    if low:
        found["low tarok"] = low[-1]
    if len(low) > 1:
        found["high tarok"] = low[0]
    without_king = {s: cs for s, cs in suits.items() if cs and f"K{s}" not in cs}
    lengths = sorted({len(cs) for cs in without_king.values()})
    if len(lengths) > 1:  # there is a shorter and a longer suit to choose from
        for name, length in (("short suit", lengths[0]), ("long suit", lengths[-1])):
            suit = rng.choice([s for s, cs in without_king.items() if len(cs) == length])
            found[name] = without_king[suit][-1]
    return found


def _lead(rules: Table, rng: random.Random, n: int, *, declarer: Seat, bid: str, taroky: int = 0,
          pagat: float = 10.0, only: Sequence[str] = ()) -> Measured:  # fmt: skip
    """The first player leads in one way after another, or only in these; the play is the same
    otherwise."""
    hands, talon = deal(rules, rng)
    if taroky:  # a lone player bids on a hand that is worth it
        strong, talon = deal_with_taroky(rules, rng, taroky + n % 3)
        hands = {**strong, declarer: strong["A"], "A": strong[declarer]}
    hand = before_play(rules, hands, talon, Plan(bids={declarer: bid}), rng)
    asked = current(hand)
    if asked is None or asked[0].name != "play":
        return {}
    seat, seed = asked[1], rng.random()
    own = hand.cards.hands[seat]
    player = Player(pagat=pagat)
    found: dict[str, float] = {}
    options = legal(hand)
    assert options is not None
    may = {choice.what for choice in options.of("play")}
    ways = {name: card for name, card in leads(rules, own, rng).items() if card in may}
    if only:
        ways = {name: ways[name] for name in only if name in ways}
        if len(ways) < 2:
            return {}
    for name, card in ways.items():
        after = apply(hand, Action(seat, "play", (card,)))
        found[f"{name}.points"] = points(play_on(after, random.Random(seed), player), seat)
    differences(found, "points", ways)
    held = count(rules, own, "taroky")
    group = "many" if held >= 8 else "some" if held >= 6 else "few"
    differences(found, "points", ways, f"{group}.")
    chosen = player.card(hand, options, random.Random(seed))
    kind = "tarok" if rules.cards.is_tarok(chosen) else "king" if chosen[0] == "K" else "suit"
    return found | seen({f"chosen.{k}": kind == k for k in ("tarok", "king", "suit")})


# -- what a player remembers -----------------------------------------------------------------------

MEMORIES = {
    "nothing": Memory(False, False, False, False),
    "suits": Memory(False, False, False, True),
    "taroky": Memory(True, False, False, False),
    "courts": Memory(False, True, False, False),
    "everything": PERFECT,
}


def _memory(rules: Table, rng: random.Random, n: int, *, ways: Sequence[str] = tuple(MEMORIES)
            ) -> Measured:  # fmt: skip
    """One player after another forgets, and the rest play as always."""
    hands, talon = deal(rules, rng)
    hand = before_play(rules, hands, talon, Plan(), rng)
    seat, seed = rules.active[n % 4], rng.random()
    found: dict[str, float] = {}
    for name in ways:
        players = {s: Player(memory=MEMORIES[name] if s == seat else PERFECT) for s in rules.active}
        found[f"{name}.points"] = points(play_on(hand, random.Random(seed), players), seat)
    differences(found, "points", ways)
    return found


def _skill(rules: Table, rng: random.Random, n: int) -> Measured:
    """One player plays at random, or looks ahead less, or more."""
    hands, talon = deal(rules, rng)
    hand = before_play(rules, hands, talon, Plan(), rng)
    seat, seed = rules.active[n % 4], rng.random()
    usual = Player()
    found: dict[str, float] = {}
    ways = {"random": None, "less": Player(6, 3), "usual": usual, "more": Player(30, 12)}
    for name, player in ways.items():
        chance = random.Random(seed)
        now = hand
        while (asked := current(now)) is not None:
            options = legal(now)
            assert options is not None
            who = player if asked[1] == seat else usual
            cards = [choice.what for choice in options.of("play")]
            card = chance.choice(cards) if who is None else who.card(now, options, chance)
            now = apply(now, Action(asked[1], "play", (card,)))
        found[f"{name}.points"] = points(now, seat)
    differences(found, "points", ways)
    return found


# -- laying away -----------------------------------------------------------------------------------


def dear(rules: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
         ) -> Sequence[Card]:  # fmt: skip
    """The cards that count most."""
    pack = rules.cards
    return sorted(may, key=lambda c: (pack.is_tarok(c), -pack.value(c), pack.position(c)))[:n]


def cheap(rules: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
          ) -> Sequence[Card]:  # fmt: skip
    """The cards that count least."""
    pack = rules.cards
    return sorted(may, key=lambda c: (pack.is_tarok(c), pack.value(c), pack.position(c)))[:n]


def even(rules: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
         ) -> Sequence[Card]:  # fmt: skip
    """One after another from the suit that is longest then, the dearest card of it: nothing runs out."""
    pack = rules.cards
    return _one_by_one(pack, hand, may, n, lambda c, length: (
        pack.is_tarok(c), -length, -pack.value(c), pack.position(c)
    ))  # fmt: skip


def singles(rules: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
            ) -> Sequence[Card]:  # fmt: skip
    """Short suits down to one card each, the highest stays; more only if it must be."""
    pack = rules.cards
    return _one_by_one(pack, hand, may, n, lambda c, length: (
        pack.is_tarok(c), length < 2, length, -pack.position(c)
    ))  # fmt: skip


def _one_by_one(
    pack: Pack, hand: Sequence[Card], may: Sequence[Card], n: int,
    order: Callable[[Card, int], tuple[object, ...]],
) -> list[Card]:  # fmt: skip
    """Card after card, the first by this order, which is told how long the card's suit still is."""
    left, chosen = list(hand), list[Card]()
    for _ in range(n):
        lengths = Counter(map(pack.suit, left))
        card = min(
            (c for c in may if c not in chosen), key=lambda c: order(c, lengths[pack.suit(c)])
        )
        chosen.append(card)
        left.remove(card)
    return chosen


def lot(rules: Table, hand: Sequence[Card], may: Sequence[Card], n: int, rng: random.Random
        ) -> Sequence[Card]:  # fmt: skip
    """Whatever comes, but taroky last."""
    pack = rules.cards
    drawn = sorted(may, key=lambda _: rng.random())
    return sorted(drawn, key=pack.is_tarok)[:n]


WAYS: Mapping[str, Lay] = {
    "lot": lot, "cheap": cheap, "even": even, "dear": dear, "single": singles, "void": shape,
}  # fmt: skip


def _discards(rules: Table, rng: random.Random, n: int, *, bid: str = "", pagat: float = 10.0
              ) -> Measured:  # fmt: skip
    """The declarer lays away in one way after another; the others make voids."""
    hands, talon = deal_with_taroky(rules, rng, 5 + n % 5)
    seed = rng.random()
    found: dict[str, float] = {}
    for name, lay in WAYS.items():

        def laid(table: Table, hand: Sequence[Card], may: Sequence[Card], k: int,
                 chance: random.Random, lay: Lay = lay) -> Sequence[Card]:  # fmt: skip
            declares = len(hand) > table.deal.hand + 1
            return (lay if declares else shape)(table, hand, may, k, chance)

        chance = random.Random(seed)
        hand = before_play(rules, hands, talon, Plan(bids={"A": bid}, lay=laid), chance)
        suits = {s for s in SUITS if any(rules.cards.suit(c) == s for c in hand.cards.hands["A"])}
        found[f"{name}.voids"] = 4 - len(suits)
        found[f"{name}.laid"] = sum(map(rules.cards.value, hand.discard.discards["A"]))
        end = play_on(hand, chance, Player(pagat=pagat))
        found[f"{name}.points"] = points(end, "A")
    differences(found, "points", WAYS)
    return found


# -- bidding ---------------------------------------------------------------------------------------


def _bids(rules: Table, rng: random.Random, n: int, *, bids: Sequence[str], pagat: float, low: int,
          high: int, seat: Seat = "A", offers: Sequence[str] = ()) -> Measured:  # fmt: skip
    """One hand after another with each number of taroky, each played as every contract. offers: what
    is taken instead of a bid."""
    taroky = low + n % (high - low + 1)
    strong, talon = deal_with_taroky(rules, rng, taroky)
    hands = {**strong, seat: strong["A"], "A": strong[seat]}
    seed = rng.random()
    group = strength(rules, hands[seat])
    found: dict[str, float] = {}
    for name in (*bids, *offers):
        plan = Plan(
            bids={} if name in offers else {seat: name}, offers=frozenset({name} & {*offers})
        )
        chance = random.Random(seed)
        hand = before_play(rules, hands, talon, plan, chance)
        if name not in offers and name != hand.contract and name in rules.contracts:
            continue  # these cards do not allow the bid
        if hand.ended or current(hand) is None:
            continue
        end = play_on(hand, chance, Player(pagat=pagat))
        found[f"{name}.paid"] = paid(end, seat)
        if end.row.sides != "each":
            found[f"{name}.won"] = float(won(end, seat))
            found[f"{name}.points"] = points(end, seat)
        found |= {
            f"{name}.{kind}.{size}": found[f"{name}.paid"]
            for kind, size in (("taroky", taroky), ("strength", group))
        }
        if end.row.sides != "each":
            found[f"{name}.wins.{group}"] = found[f"{name}.won"]
    for one, other in pairwise(name for name in (*bids, *offers) if f"{name}.paid" in found):
        gain = found[f"{other}.paid"] - found[f"{one}.paid"]
        found |= {f"{other}-{one}": gain, f"{other}-{one}.taroky.{taroky}": gain,
                  f"{other}-{one}.strength.{group}": gain}  # fmt: skip
    return found


def _flek(rules: Table, rng: random.Random, n: int, *, pagat: float) -> Measured:
    """What a povinnost brings its opponents, by how good the hand of each of them is."""
    hands, talon = deal(rules, rng)
    hand = before_play(rules, hands, talon, Plan(), rng)
    if current(hand) is None:
        return {}
    end = play_on(hand, rng, Player(pagat=pagat))
    found: dict[str, float] = {"points": points(end, "A")}
    found |= seen({"won": won(end, "A"), "alone": end.partner is None})
    group = strength(rules, hand.cards.hands["A"])
    found[f"caller.{group}"] = float(won(end, "A"))
    seat = end.opponents[n % len(end.opponents)]
    group = strength(rules, hand.cards.hands[seat])
    found |= {f"other.{group}": float(won(end, seat)), f"other.points.{group}": points(end, seat)}
    return found


# -- calling ---------------------------------------------------------------------------------------


def _called(rules: Table, rng: random.Random, n: int, *, card: Card, following: Card) -> Measured:
    """A player who holds the card that is usually called calls it, and so plays alone, or the next
    one and has a partner."""
    taroky = 5 + n % 6
    while True:
        hands, talon = deal_with_taroky(rules, rng, taroky)
        if card in hands["A"] and following not in hands["A"]:
            break
    seed = rng.random()
    found: dict[str, float] = {}
    for name, word in (("partner", following), ("alone", card)):

        def call(hand: Hand, words: Sequence[str], word: Card = word) -> str:
            return word

        chance = random.Random(seed)
        hand = before_play(rules, hands, talon, Plan(call=call), chance)
        if current(hand) is None:
            return {}
        end = play_on(hand, chance, Player())
        found |= {f"{name}.paid": paid(end, "A"), f"{name}.won": float(won(end, "A"))}
        found[f"{name}.taroky.{taroky}"] = found[f"{name}.paid"]
    gain = found["alone.paid"] - found["partner.paid"]
    return found | {"alone-partner": gain, f"alone-partner.taroky.{taroky}": gain}


def _king(rules: Table, rng: random.Random, n: int, *, pagat: float) -> Measured:
    """The king of the own shortest suit is called, or that of the longest."""
    pack = rules.cards
    while True:
        hands, talon = deal_with_taroky(rules, rng, 4 + n % 5)
        lengths = {
            s: sum(pack.suit(c) == s for c in hands["A"])
            for s in SUITS
            if f"K{s}" not in hands["A"]
        }
        if len({*lengths.values()}) > 1:
            break
    seed = rng.random()
    found: dict[str, float] = {}
    for name, suit in (("short", min(lengths, key=lengths.__getitem__)),
                       ("long", max(lengths, key=lengths.__getitem__))):  # fmt: skip

        def call(hand: Hand, words: Sequence[str], word: Card = f"K{suit}") -> str:
            return word

        chance = random.Random(seed)
        hand = before_play(rules, hands, talon, Plan(call=call), chance)
        end = play_on(hand, chance, Player(pagat=pagat))
        found |= {f"{name}.points": points(end, "A"), f"{name}.won": float(won(end, "A"))}
    return found | {"long-short": found["long.points"] - found["short.points"]}


# -- the pagát -------------------------------------------------------------------------------------


def _pagat(rules: Table, rng: random.Random, n: int) -> Measured:
    """The declarer announces the pagát, and holds it back."""
    taroky = 5 + n % 6
    while True:
        hands, talon = deal_with_taroky(rules, rng, taroky)
        if "I" in hands["A"]:
            break
    seed = rng.random()
    found: dict[str, float] = {}
    for name, says in (("silent", ()), ("said", ("pagat",))):

        def say(hand: Hand, seat: Seat, items: Sequence[str], says: Sequence[str] = says
                ) -> Sequence[str]:  # fmt: skip
            return [item for item in says if seat == "A" and item in items]

        chance = random.Random(seed)
        hand = before_play(rules, hands, talon, Plan(says=say), chance)
        if current(hand) is None:
            return {}
        end = play_on(hand, chance, Player(pagat=20.0 if says else 10.0))
        held = count(rules, hand.cards.hands["A"], "taroky")
        last = end.play.tricks[-1]
        made = last.winner == "A" and "I" in last.cards and last.by("I") == "A"
        found |= seen({f"{name}.made": made, f"{name}.made.{held}": made})
        found |= {f"{name}.paid": paid(end, "A"), f"{name}.points": points(end, "A")}
        found[f"{name}.paid.{held}"] = found[f"{name}.paid"]
    gain = found["said.paid"] - found["silent.paid"]
    return found | {"said-silent": gain, f"said-silent.{held}": gain,
                    "cost": found["silent.points"] - found["said.points"]}  # fmt: skip


def _petit(rules: Table, rng: random.Random, n: int) -> Measured:
    """What becomes of the I, by how many taroky its holder has."""
    hands, talon = deal_with_taroky(rules, rng, 6 + n % 5)
    hand = before_play(rules, hands, talon, Plan(bids={"A": "vzeti"}), rng)
    holder = hand.holder("I")
    assert holder is not None
    held = min(count(rules, hand.cards.hands[holder], "taroky"), 10)
    end = play_on(hand, rng, Player(pagat=10.0))
    trick = next(t for t in end.play.tricks if "I" in t.cards)
    assert trick.winner is not None
    lost = not end.same_side(holder, trick.winner)
    who = "taker" if holder == "A" else "defender"
    group = "0-4" if held <= 4 else "5-6" if held <= 6 else "7+"
    last = trick is end.play.tricks[-1]
    return seen({f"{who}.lost": lost, f"{who}.lost.{group}": lost, f"{who}.last": last})


_SECOND = partial(_lead, declarer="C", bid="trojka", taroky=8)

EXPERIMENTS = (
    Experiment("players", "one of four players plays at random, or looks ahead less or more than usual", "hlucin", 100, 1, _skill, AHEAD, PLAYED),
    Experiment("lead", "the declarer of a povinnost leads a king, a low or high tarok, or from a short or long suit", "hlucin", 250, 1, partial(_lead, declarer="A", bid=""), AHEAD, PLAYED),
    Experiment("lead-king", "the declarer of a povinnost who has both leads a king or the lowest tarok", "hlucin", 800, 1, partial(_lead, declarer="A", bid="", only=("king", "low tarok")), AHEAD, PLAYED),
    Experiment("lead-alone", "the first player leads in each of these ways against a trojka", "hlucin", 160, 1, _SECOND, AHEAD, PLAYED),
    Experiment("lead-78", "the first player leads in each of these ways against the taker", "french", 60, 1, partial(_lead, declarer="C", bid="vzeti", taroky=8), AHEAD),
    Experiment("memory", "one of four players forgets what was played", "hlucin", 400, 1, _memory, AHEAD, PLAYED),
    Experiment("memory-all", "one of four players remembers nothing of what was played, or everything", "hlucin", 1200, 1, partial(_memory, ways=("nothing", "everything")), AHEAD, PLAYED),
    Experiment("discards", "the declarer of a povinnost lays four cards away in one way after another", "hlucin", 240, 1, _discards, AHEAD, PLAYED),
    Experiment("discards-78", "the taker lays six cards aside in one way after another", "french", 60, 1, partial(_discards, bid="vzeti"), AHEAD),
    Experiment("bids-hlucin", "a first player with 4 to 11 taroky plays povinnost, trojka and sólo", "hlucin", 480, 1, partial(_bids, bids=("povinnost", "trojka", "solo"), pagat=10.0, low=4, high=11), AHEAD, PLAYED),
    Experiment("bids-polish", "a first player with 4 to 11 taroki plays powinność, brewer and zolo brewer", "polish", 240, 1, partial(_bids, bids=("powinnosc", "brewer", "zolo_brewer"), pagat=20.0, low=4, high=11), AHEAD),
    Experiment("bids-machtarok", "the second player, with 4 to 11 taroky, lets Povinnost play or plays Prever", "machtarok", 400, 1, partial(_bids, bids=("pass", "prever"), pagat=10.0, low=4, high=11, seat="B"), AHEAD),
    Experiment("bids-victoria", "the Forhan, with 4 to 11 taroky, plays each bid that the cards allow", "victoria", 240, 1, partial(_bids, bids=("povinnost", "prever", "zesta", "prever_duo"), pagat=25.0, low=4, high=11), AHEAD),
    Experiment("bids-heun", "a first player with 3 to 10 taroky plays Four and Five", "heun", 320, 1, partial(_bids, bids=("four", "five"), pagat=5.0, low=3, high=10), AHEAD),
    Experiment("bids-french", "a player with 4 to 11 taroky takes, and plays without and against the talon", "french", 96, 1, partial(_bids, bids=("vzeti", "straz_bez_talonu", "straz_proti_talonu"), pagat=10.0, low=4, high=11), AHEAD),
    Experiment("varsava", "a first player with 0 to 6 taroky plays povinnost or Varšava", "hlucin", 280, 1, partial(_bids, bids=("povinnost",), offers=("varsava",), pagat=10.0, low=0, high=6), AHEAD, PLAYED),
    Experiment("flek", "a povinnost is played, and its opponents look at their hands", "hlucin", 700, 1, partial(_flek, pagat=10.0), AHEAD, PLAYED),
    Experiment("called-alone", "a first player who holds the XIX and not the XVIII calls the one or the other", "hlucin", 300, 1, partial(_called, card="XIX", following="XVIII"), AHEAD, PLAYED),
    Experiment("called-king-suit", "the king of the own shortest suit is called, or of the longest", "heun", 300, 1, partial(_king, pagat=5.0), AHEAD),
    Experiment("pagat", "a declarer with the I announces it, or does not", "hlucin", 300, 1, _pagat, AHEAD, PLAYED),
    Experiment("pagat-78", "what becomes of the I while somebody takes", "french", 150, 1, _petit, AHEAD),
)  # fmt: skip
