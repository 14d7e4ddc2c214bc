"""Links that carry cards: a hand with its record, the hand of a day, a match of eight hands. Whatever a link says is
believed only as far as what it holds replays."""
