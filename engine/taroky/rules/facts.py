"""The registry of facts: what a condition of a rule table may ask, and when.

The reader of rows checks by it (`reading.rows`), and so does the page that lists facts. The places that
answer have a function for each fact known at their moment: `taroky.hand.condition_facts`,
`taroky.phases` (calling, declaring, play), `taroky.settling.case`, `taroky.players.playout.conditions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

#: When a condition is asked.
Moment = Literal["hand", "calling", "declaring", "card", "trick", "settlement"]
Type = Literal["cards", "number", "yes/no", "word", "words", "words in order", "by name"]

#: Each moment in words.
MOMENTS: Mapping[Moment, str] = {
    "hand": "while a hand is under way",
    "calling": "when a partner is called",
    "declaring": "when a declaration is judged",
    "card": "when a card is to be played",
    "trick": "when a trick is complete",
    "settlement": "when the hand is settled",
}


@dataclass(frozen=True)
class Fact:
    """One thing that a condition may ask.

    type: what it is compared with; `cards` are counted, set by set, and `by name` has a number or a
    word for each key. known: the moments at which it is answered. says: what it is.
    """

    type: Type
    known: tuple[Moment, ...]
    says: str


REGISTRY: Mapping[str, Fact] = {
    # Cards
    "hand": Fact(
        "cards",
        ("hand", "calling", "declaring", "card"),
        "cards now in the hand, or those that count",
    ),
    "dealt": Fact("cards", ("hand", "declaring"), "the player’s cards as dealt"),
    "held": Fact("cards", ("hand", "calling"), "cards that count as held by the caller"),
    "drawn": Fact("cards", ("hand",), "what the player drew from the talon"),
    "discards": Fact("cards", ("hand", "calling"), "what the player has discarded"),
    "played": Fact("cards", ("hand", "declaring"), "the player’s own cards, trick by trick"),
    "trick": Fact("cards", ("hand", "card", "trick"), "the trick so far"),
    "last_trick": Fact("cards", ("hand", "settlement"), "the last trick"),
    "talon": Fact("cards", ("hand", "settlement"), "the cards in the talon"),
    # The auction
    "contract": Fact("word", ("hand", "calling", "settlement"), "the contract, once there is one"),
    "standing": Fact("word", ("hand",), "the bid to beat; `none` before the first bid"),
    "passes": Fact("number", ("hand",), "how many players have passed"),
    "passed": Fact(
        "words",
        ("hand",),
        "whether this player has passed: `no`, `yes`, or over which bid (`opening`: before any bid)",
    ),
    "handed_on": Fact("number", ("hand",), "how often the opening has been passed on"),
    "first_hand": Fact("yes/no", ("hand",), "whether it is the first hand of a session"),
    # What was said, and who plays with whom
    "said": Fact(
        "by name",
        ("hand", "settlement"),
        "whether a bonus was announced (`said: {valat: no}`); a single word is about the row itself, "
        "`some` and `none` about all bonuses",
    ),
    "doubled": Fact(
        "by name",
        ("hand", "settlement"),
        "whether `some` or `none` were doubled; at settlement also by how much (`doubled: {pagat: 2+}`; "
        "`game` works too)",
    ),
    "alone": Fact("yes/no", ("hand", "settlement"), "whether the declarer plays alone"),
    "drew": Fact(
        "word", ("hand",), "`called` if the player drew the called card, otherwise `none`"
    ),
    "level": Fact("number", ("hand", "settlement"), "the level of the talon set that was taken"),
    # The play
    "trick_no": Fact("words", ("hand", "card", "trick"), "the number of the trick, or `last`"),
    "lead_card": Fact("words", ("hand", "card", "trick"), "the card that was led, or `called`"),
    "trick_in_order": Fact(
        "words in order",
        ("trick",),
        "cards played in this order, with or without others between them",
    ),
    "lost_tricks": Fact(
        "by name",
        ("trick", "settlement"),
        "tricks lost by a side: the `leader` (who led the trick) or, at settlement, `declarers`, "
        "`opponents` or `self` (the side in question)",
    ),
    # A finished hand
    "tricks": Fact(
        "by name",
        ("settlement",),
        "tricks by side, by seat, `declarer` or `either`; a single word, as in `tricks: all`, is about "
        "the side in question",
    ),
    "points": Fact(
        "by name",
        ("settlement",),
        "card points by side, by seat, or of the side in question (`self`)",
    ),
    "left_over": Fact("by name", ("settlement",), "cards left over from the packets, by side"),
    "reached": Fact("yes/no", ("settlement",), "whether the declarers have reached their target"),
    "result": Fact("word", ("settlement",), "the row of `result` that decides"),
    "won": Fact("word", ("settlement",), "the side that has won the game"),
    "lost_with": Fact("words", ("settlement",), "cards with which the side lost a trick"),
    "last_won_with": Fact("word", ("settlement",), "the card that took the last trick"),
    "captured": Fact(
        "by name",
        ("settlement",),
        "who took a card: its holder’s `own_side` or the `other_side`; `with`: the card that took it",
    ),
    "outcome": Fact("words", ("settlement",), "outcomes of bonuses, such as `pagat.made`"),
    "net": Fact("by name", ("settlement",), "what a seat or the `declarers` have won so far"),
}

#: Facts that are piles of cards, in which sets are counted.
ZONES = frozenset(name for name, fact in REGISTRY.items() if fact.type == "cards")
#: All others.
FACTS = frozenset(REGISTRY) - ZONES
#: Those whose words must come in their order.
ORDERED = frozenset(name for name, fact in REGISTRY.items() if fact.type == "words in order")

#: When the condition in each column of a class of rows is asked.
ASKED: Mapping[str, Moment] = {
    "CallRow.when": "hand",
    "BarredRow.when": "hand",
    "OfferRow.when": "hand",
    "NameRow.when": "calling",
    "RestRow.when": "hand",
    "BonusRow.say": "hand",
    "DeclarationRow.when": "declaring",
    "GroupRow.unless": "declaring",
    "BarRow.when": "card",
    "BarRow.unless": "card",
    "WinsRow.when": "trick",
    "OutcomeRow.when": "settlement",
    "ResultRow.wins": "settlement",
    "PaymentRow.when": "settlement",
    "PenaltyRow.when": "settlement",
}


@cache
def known_at(moment: Moment) -> frozenset[str]:
    """The facts that a condition may ask at this moment."""
    return frozenset(name for name, fact in REGISTRY.items() if moment in fact.known)
