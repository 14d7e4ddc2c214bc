"""Python for the browser: Pyodide as npm brings it, wheels of our code, and a file that names them all. That
works by itself; `slimming` makes the start shorter, and can be left out. Imports none of the other rooms;
`site_build` imports from here."""
