"""Python for the browser: wheels of our code, the part of the standard library that is needed, both
compiled by the Python that will run them (Pyodide under Node.js), and a runtime cut down to what
can be called. Imports none of the other rooms; `site_build` imports from here."""
