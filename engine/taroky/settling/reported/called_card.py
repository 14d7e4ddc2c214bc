"""Whether the card that was called goes with everything else: one that can be called, and held by the partner.
Sources: HLU-CALL-03 to HLU-CALL-06, HEUN-CALLING-01, HEUN-CALLING-05, FR-CALLING-02."""

from __future__ import annotations

from collections.abc import Mapping

from taroky.cards import Card
from taroky.errors import MissingFact, RecordError
from taroky.messages import say
from taroky.phases.calling import ever_callable
from taroky.rules.table import ContractRow, Seat, Table
from taroky.settling.finished_hand import Finished


def check_called(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Raise RecordError for a called card that nobody can call in this contract."""
    if not facts.called:
        return
    if contract.calling is None:
        raise RecordError(
            say("fact.called_nobody", contract=facts.contract, card=facts.called),
            points=table.points_of(f"contracts.{facts.contract}.sides"),
            fact="called",
        )
    cards = ever_callable(table, contract.calling)
    if facts.called not in cards:
        raise RecordError(
            say("fact.called_never", card=facts.called, expected=table.cards.sort(cards)),
            points=table.points_of(f"calling.{contract.calling}.names"),
            fact="called",
        )


def check_holder_of_called(
    table: Table, facts: Finished, contract: ContractRow, holders: Mapping[Card, Seat]
) -> None:
    """Raise RecordError where another than the partner, or than a declarer who is alone, held the called
    card, MissingFact where that makes a partner whom nobody told."""
    holder = holders.get(facts.called)
    if holder is None or contract.calling is None:
        return
    if facts.partner is None and holder != facts.declarer:
        raise MissingFact(say("fact.partner_of", seat=holder), fact="partner")
    if holder != (facts.partner or facts.declarer):
        raise RecordError(
            say("fact.called_holder", card=facts.called, seat=holder, partner=facts.partner)
            if facts.partner
            else say("fact.called_alone", card=facts.called, seat=holder, alone=facts.declarer),
            points=table.points_of(f"calling.{contract.calling}.self"),
            fact="called",
        )
