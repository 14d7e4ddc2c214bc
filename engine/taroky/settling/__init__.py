"""From a finished hand to who pays whom. `counting` has what piles are worth and who counts each card,
`finished_hand` the facts that a settlement needs, taken from a played hand, `reported` the same facts as
somebody tells them, `case` what the conditions of a table ask about them, and `paying` the settlement.

May import phases, hand, rules and what is below them."""
