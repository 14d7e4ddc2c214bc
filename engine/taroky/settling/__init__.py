"""From a finished hand to who pays whom. `counting` has what piles are worth and who counts each card,
`finished_hand` the facts that a settlement needs, `played` takes them from a hand that was played and
`reported` from what somebody enters, `case` has what the conditions of a table ask about them, and
`paying` the settlement.

May import phases, hand, rules and what is below them."""
