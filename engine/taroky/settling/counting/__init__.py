"""What piles of cards are worth, and who counts each card in the end."""
