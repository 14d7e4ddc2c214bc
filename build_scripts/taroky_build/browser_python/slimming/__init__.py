"""What makes Python's start in the browser shorter; docs/contributing/measurements.md tells what each part brings
("What each trick of the start brings"). `switch` has them all by name and turns them off; `assemble` does the
work: `trim` (Pyodide's runtime), `needed` and `stdlib_replacements` (the standard library), `split` (our own code),
`bytecode` and `compiling` (all of it compiled, with what dataclasses write). `browser_python` works without it."""
