"""Count piles of cards, and find out who counts each card at the end."""
