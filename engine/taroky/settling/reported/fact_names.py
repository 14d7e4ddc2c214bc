"""The registry of facts that one tells of a finished hand: their names, how one writes them, what they say. The
reader takes these and no others, and a page lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class ToldFact:
    """One thing that may be told. example: as a person or a program writes it; says: what it is."""

    example: str
    says: str


TOLD: Mapping[str, ToldFact] = {
    "rules": ToldFact("hlucin", "the id of a rule set, or a packed house table"),
    "options": ToldFact("{varsava.scoring: half_crown}", "house options, if any were chosen"),
    "contract": ToldFact("povinnost", "the contract that was played"),
    "declarer": ToldFact("A", "the seat that played it"),
    "partner": ToldFact("C", "the declarer’s partner; `none` if the declarer was alone"),
    "called": ToldFact("KS", "the called card, if a bonus is about it"),
    "level": ToldFact("2", "which set of the talon was taken, or its name"),
    "players": ToldFact("5", "how many people were at the table, if some sat out"),
    "points": ToldFact(
        "{declarers: 39}",
        "card points by side, or by seat if everyone plays alone; the other side has the rest",
    ),
    "tricks": ToldFact("{declarers: 7}", "tricks by side or by seat"),
    "declarations": ToldFact("{D: [barvicky]}", "what each seat declared"),
    "announced": ToldFact("{A: [pagat]}", "which bonuses each seat announced"),
    "doubles": ToldFact("{game: flek, pagat: reflek}", "the last double said on each item"),
    "last_trick": ToldFact(
        "{winner: A, cards: {A: I}}", "who took the last trick, and the cards in it that matter"
    ),
    "ended": ToldFact("surrender", "what ended the hand before its last card"),
    "left_over": ToldFact("{declarers: 1}", "cards beyond the last full packet, if they matter"),
    "honours": ToldFact("2", "how many trul cards are in the declarers’ tricks"),
    "lost_with": ToldFact("SKYZ", "the declarers’ card in the one trick they lost"),
    "captured": ToldFact(
        "{XXI: {holder: C, taker: A, card: SKYZ}}",
        "captured cards: who held each, who took it, and with which card (`other`: one that no rule "
        "names)",
    ),
    "talon_left": ToldFact("[XXI]", "cards of the talon that nobody took"),
    "irregular": ToldFact("{B: [revoke]}", "irregularities, by seat"),
    "left_in_hand": ToldFact("{B: [7S]}", "cards a player still had after the last trick"),
    "opener": ToldFact("B", "who opened the auction, if the first player passed the opening on"),
    "pots": ToldFact("{pot: 30}", "what was in a pot before the hand"),
}
