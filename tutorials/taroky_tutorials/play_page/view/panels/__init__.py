"""What can be opened in place of the cards, and the button that closes it."""
