"""A house's own rules: the builder, the example hand, and the pages of a house table."""
