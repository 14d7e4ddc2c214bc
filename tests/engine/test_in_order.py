"""What "in order" means: a table that `taroky rules check` lets pass can be played to the end, settled and
replayed; one that cannot is refused with the place of the mistake."""

import re
from decimal import Decimal
from pathlib import Path

import pytest
from taroky import rules
from taroky.cli import trying
from taroky.errors import TableError
from taroky.players import simulate
from taroky.rules.table import Table
from taroky.settling.paying import finished_facts, settle

TROJKA_ALONE = (
    "auction: {calls: {povinnost: off, druha_povinnost: off, solo: off, trojka: {who: opener}}}"
)
TAKING = "{choose: {first: off, second: off, back: off, %s}}"
CATCH = (
    "bonuses: {catch: {card: XXI, say: {hand: {XXI: 1}}, side: holder, outcomes: "
    "{lost: {when: {captured: {XXI: other_side, with: SKYZ}}, pay: -1}}}}"
)


def text(*rows: str, extends: str = "hlucin") -> str:
    return "\n".join(("table: lhota", "title: Lhota", f"extends: {extends}", *rows))


def table(*rows: str, extends: str = "hlucin") -> Table:
    return rules.parse(text(*rows, extends=extends))


#: Rows of a house, its parent, and what is said of line 4, or of the line that is named.
REFUSED = [
    # A row that is taken away, and is not there
    (["offers: {varsva: off}"], "hlucin", "no row “varsva” in offers; did you mean varsava?"),
    (["bonuses: {vallat: off}"], "hlucin", "no row “vallat” in bonuses; did you mean valat?"),
    (["options: {nothing.here: off}"], "hlucin", "no row “nothing.here” in options"),
    (
        ["bonuses: {pagat: {outcomes: {silent_mad: off}}}"],
        "hlucin",
        "no row “silent_mad” in bonuses.pagat.outcomes; did you mean silent_made?",
    ),
    (["talon: {two_threes: {rset: off}}"], "hlucin", "no row “rset” in talon.two_threes"),
    (["auction: {calls: {five_ovr: off}}"], "heun", "did you mean five_over?"),
    # Cards of the talon that count for nobody
    (["talon: {two_threes: {rest: off}}"], "hlucin", "“two_threes” count for nobody (3)"),
    (["talon: {to_opponents: {rest: off}}"], "french", "“to_opponents” count for nobody (6)"),
    (
        ["talon: {untouched: {rest: {left: off, top: {cards: 1-2, to: declarers}}}}"],
        "hlucin",
        "“untouched” count for nobody (4)",
    ),
    (
        ["talon: {untouched: {rest: {left: off, three: {cards: random_3, to: opponents}}}}"],
        "hlucin",
        "“untouched” count for nobody (3)",
    ),
    (
        ["talon: {taken: {draws: {declarer: {cards: 4}}}}"],
        "french",
        "“taken” count for nobody (2)",
    ),
    # A contract that nobody is paid for
    (
        ["payments: {game: {when: {result: game, contract: povinnost}}}"],
        "hlucin",
        "can hold in “trojka”",
    ),
    (["payments: {varsava: off}"], "hlucin", "can hold in “varsava”"),
    (
        ["payments: {game: {when: [{contract: vzeti}, {result: other}]}}", "result: {other: {}}"],
        "french",
        "“straz”",
    ),
    # A look at the talon without a way out
    (
        [f"talon: {{two_threes: {TAKING % 'late: {looks: 1, take: 1, level: 1}'}}}"],
        "hlucin",
        "the last of the 2 sets of “two_threes”",
    ),
    (["talon: {three_twos: {choose: {third: off, back: off}}}"], "victoria", "looks: 3"),
    # Nobody draws
    (
        [
            "contracts: {each: {talon: draw, discard: aside}}",
            "talon: {draw: {draws: {a: {after_declarer: 0, cards: 6}}}}",
            "discard: {aside: {never: [kings]}}",
        ],
        "french-practice-1",
        "“each” draws from the talon (“draw”), but nobody bids",
    ),
    (
        ["phases: [deal, auction, calling, discard, announce, play, score]"],
        "hlucin",
        "phases lacks talon",
    ),
    # Bonuses that two may announce, and that nobody pays
    (
        [CATCH.replace("say: {hand: {XXI: 1}}, ", "")],
        "hlucin",
        "expected a say that asks for XXI in the hand",
    ),
    (["bonuses: {king_last: {say: [{alone: yes}]}}"], "heun", "asks for called in the hand"),
    (
        [
            "contracts: {each: {says: [bonuses]}}",
            "bonuses: {last: {side: last_takers, outcomes: {made: {when: {}, pay: 5}}}}",
        ],
        "french-practice-1",
        "nobody would pay the bonus “last”",
    ),
    # Conditions that never hold
    ([CATCH.replace("XXI: other", "XI: mine, XXI: other")], "hlucin", "never “mine”"),
    ([CATCH.replace("other_side, ", "other, ")], "hlucin", "own_side or other_side"),
    (["bonuses: {valat: {outcomes: {made: {when: {tricks: {self: 12}}}}}}"], "hlucin", "“12”"),
    (["bonuses: {valat: {outcomes: {made: {when: {points: {mine: 70}}}}}}"], "hlucin", "“mine”"),
    (["payments: {tie: {when: {points: {self: 35}}}}"], "hlucin", "“self” in payments.tie.when"),
    (["payments: {tie: {when: {said: {pagatt: yes}}}}"], "hlucin", "did you mean pagat?"),
    (["payments: {tie: {when: {captured: {with: SKYZ}}}}"], "hlucin", "“with”"),
]


@pytest.mark.parametrize(("rows", "parent", "said"), REFUSED)
def test_what_is_not_in_order(rows: list[str], parent: str, said: str, tmp_path: Path) -> None:
    """One sentence with file and line, in the file as in the text."""
    file = tmp_path / "house.yaml"
    file.write_text(text(*rows, extends=parent), "utf-8")
    with pytest.raises(TableError) as refused:
        rules.read(file)
    sentence = str(refused.value)
    assert said in sentence
    assert re.search(rf"/{file.name}(, line [4-6])?: ", sentence)  # a long path is cut


def test_what_is_not_in_order_is_not_packed() -> None:
    with pytest.raises(TableError, match="line 4: there is no row “varsva”"):
        rules.pack(text("offers: {varsva: off}"))


#: Rows of a house that are in order.
PLAYED = [
    # Both halves are seen before one is taken
    (["talon: {two_threes: {choose: {first: {looks: 2}}}}", TROJKA_ALONE], "hlucin"),
    (["talon: {three_twos: {choose: {first: off, second: off}}}"], "victoria"),
    # Taroky are discarded freely and unseen
    (["discard: {laid_away_lone: {only_if_short: [], shown: []}}", TROJKA_ALONE], "hlucin"),
    # Packets that do not divide the pack
    (["count: {packet: 4, deduct: 3, left: {1: 0, 2: 1, 3: 2}}"], "hlucin"),
    (["count: {packet: 5, deduct: 3, left: {1: 0, 2: 1, 3: 2, 4: 2}}"], "heun"),
    # Cards that count for nobody, as the table says
    (["talon: {two_threes: {rest: {left: {to: nobody}}}}"], "hlucin"),
    # Conditions about the side in question
    (["bonuses: {double: {outcomes: {made: {when: {points: {self: 1+}}, pay: 1}}}}"], "hlucin"),
    ([CATCH], "hlucin"),
    # A bonus where everyone plays alone, but against a declarer
    (["contracts: {varsava: {says: [bonuses]}}"], "hlucin"),
    # Rows that only an option brings, or that are off already
    (["options: {five.cutter: off}"], "hlucin"),
]


@pytest.mark.parametrize(("rows", "parent"), PLAYED)
def test_what_is_in_order_is_played(rows: list[str], parent: str) -> None:
    house = table(*rows, extends=parent)
    for seed in range(3):
        trying.try_seed(house, seed)


def test_a_packed_house_from_an_old_link_goes_on() -> None:
    """Links, records and sessions that were made before a mistake was looked for are read as before."""
    own = rules.house_tables.from_yaml(text("offers: {varsva: off}"), "old")
    assert rules.load(rules.packing.pack(own)).table == "lhota"


def captured(house: Table, hands: int) -> list[tuple[bool, Decimal | None]]:
    """Of hands that were played: whether the škýz took the mond from the other side, and what the bonus cost
    the side of its holder."""
    hands_with_it = []
    for seed in range(hands):
        hand = simulate.play_hand(house, f"{seed}/0")
        if hand.ended or hand.row.sides == "each":
            continue
        took = False
        for trick in hand.play.tricks:
            if {"XXI", "SKYZ"} <= {*trick.cards} and trick.winner:
                holder = trick.seats[trick.cards.index("XXI")]
                with_skyz = trick.seats[trick.cards.index("SKYZ")] == trick.winner
                ours = hand.declarers
                took = with_skyz and (holder in ours) != (trick.winner in ours)
        items = settle(house, finished_facts(hand)).items
        caught = [item for item in items if item.id == "catch"]
        hands_with_it.append((took, min(caught[0].amounts.values()) if caught else None))
    return hands_with_it


def test_a_capture_with_a_card() -> None:
    """The condition of a bonus asks with which card its own card was taken."""
    captures = captured(table(CATCH), 60)
    assert {took for took, _ in captures} == {True, False}
    for took, paid in captures:
        assert (paid is not None) == took


def test_points_of_the_side_in_question() -> None:
    """A bonus for more than 60 points of the side in question is paid exactly then."""
    house = table("bonuses: {many: {outcomes: {made: {when: {points: {self: 50+}}, pay: 1}}}}")
    seen = set()
    for seed in range(40):
        hand = simulate.play_hand(house, f"{seed}/0")
        if hand.ended or hand.row.sides == "each":
            continue
        facts = finished_facts(hand)
        most = max(facts.points.values()) >= 50
        assert ("many" in {item.id for item in settle(house, facts).items}) == most
        seen.add(most)
    assert seen == {True, False}
