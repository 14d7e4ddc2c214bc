"""A house's own rules: the builder, the house table that it edits, the hand that shows what changes, and the
pages that the browser draws for a house table. This is the top subpackage: it may import all others; only
`browser`, through which pages call Python, and the build import from here."""
