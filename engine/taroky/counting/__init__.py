"""What piles of cards are worth, and whose every card is in the end.

May import phases, hand, rules and what is below them."""
