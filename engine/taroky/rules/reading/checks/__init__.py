"""What a table says must agree with itself: a check for each section, in files named like those of the
columns. The first one that finds something tells it.

May import what the rows are read with."""

from taroky.rules.reading.checks.announcing import (
    check_cards_of_bonuses,
    check_doubled,
    check_groups,
    check_sayings,
)
from taroky.rules.reading.checks.bidding import (
    check_auction,
    check_bids,
    check_calling,
    check_contracts,
    check_offers,
    check_someone_is_called,
)
from taroky.rules.reading.checks.cards_and_deal import (
    check_a_way,
    check_deal_size,
    check_pack,
    check_players,
    check_ways,
)
from taroky.rules.reading.checks.conditions import check_conditions
from taroky.rules.reading.checks.exchange import check_discard, check_drawn_cards, check_talon
from taroky.rules.reading.checks.names import check_names
from taroky.rules.reading.checks.paying import (
    check_left_over,
    check_old_names,
    check_parties,
    check_replaced,
    check_results,
    check_total,
)
from taroky.rules.reading.checks.places import Check, Places
from taroky.rules.reading.checks.playing import check_play
from taroky.rules.reading.checks.session_and_options import check_phases, check_session
from taroky.rules.table import Table
from taroky.rules.tree import Node

#: In the order in which they look.
CHECKS: tuple[Check, ...] = (
    check_phases,
    check_a_way,
    check_someone_is_called,
    check_pack,
    check_players,
    check_deal_size,
    check_ways,
    check_auction,
    check_offers,
    check_calling,
    check_session,
    check_contracts,
    check_talon,
    check_drawn_cards,
    check_sayings,
    check_groups,
    check_discard,
    check_bids,
    check_doubled,
    check_cards_of_bonuses,
    check_play,
    check_conditions,
    check_names,
    check_left_over,
    check_replaced,
    check_parties,
    check_old_names,
    check_results,
    check_total,
)


def check(table: Table, tree: Node) -> None:
    """Whether all that a table says goes together. Raises TableError."""
    place = Places(tree)
    for check_of_section in CHECKS:
        check_of_section(table, place)
