"""A club's tournament as a sheet: who takes part, the draw, results, standings and files; `views` shows it.
`kind` is what `sheets.sheet` asks for."""
