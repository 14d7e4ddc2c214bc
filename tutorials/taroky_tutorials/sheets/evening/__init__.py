"""The score sheet of an evening: the session that people write on, the form in which a hand is entered,
how the sheet looks, and its table for spreadsheets. `kind` is what `sheets.sheet` asks for."""
