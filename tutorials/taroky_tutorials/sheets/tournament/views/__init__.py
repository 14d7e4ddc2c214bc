"""How a tournament looks, for a desk with a printer: `tabs` is the whole sheet, each other file one of its
tabs."""
