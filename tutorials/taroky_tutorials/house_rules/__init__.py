"""A house's own rules: the builder, the house table that it edits, the hand that shows what
changes, and the pages that the browser draws for a house table. The topmost room: it may import all
others; only the door for pages (`browser`) and the build import from here."""
