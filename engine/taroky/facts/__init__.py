"""The facts of a finished hand: of one that was played, or as a person or a program writes them; which of
them cannot be true together, and what conditions ask about them.

May import counting, phases, hand, rules and what is below them. The settlement imports this room."""
