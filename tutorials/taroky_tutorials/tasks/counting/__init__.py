"""Tasks about points and money: piles, targets, payments, and what may have gone wrong with an
amount. The settlement of `settling` is drawn by forms and by the pages of a house, too."""
