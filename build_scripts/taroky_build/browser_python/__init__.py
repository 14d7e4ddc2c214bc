"""Python for the browser: Pyodide from npm, wheels of our code, and a file that lists them all. `slimming` is
optional and makes Python start faster. Imports no other subpackage; `site_build` imports from here."""
