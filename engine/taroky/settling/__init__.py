"""From a finished hand to who pays whom. `counting` works out what piles are worth and who counts each card.
`finished_hand` defines the facts that a settlement needs; `played` takes them from a hand that was played,
`reported` from what somebody enters. `case` answers what the conditions of a table ask about them, and
`paying` settles.

May import phases, hand, rules and what is below them."""
