"""Makes the browser's library and wheels out of sources, in Pyodide under Node.js.

`main` finds its order in a folder: `python_stdlib.zip`, the library in sources that Python runs with now;
`site`, the sources of the wheels that Python starts with; `wheels`; and `order.json` with the name of the module
that it starts with, of every wheel with code what that imports ("first": those it starts with; "later"), and
the tricks that are left out ("without", see switch.py). It puts into `made` what the wheels and the library have become, and the methods of dataclasses, compiled.
"""

from __future__ import annotations

import json
from pathlib import Path

from taroky_build.browser_python.slimming import needed


def main(folder: str) -> None:
    """Carry out the order in this folder."""
    work = Path(folder)
    made = work / "made"
    order = json.loads((work / "order.json").read_text("utf-8"))
    # First of all: what is imported for the work below is not to be taken for what pages need.
    library = needed.Library(order["library"])
    methods = needed.written_methods(order["starts"])
    library.load([*needed.CALLED, *(word for words in order["first"].values() for word in words)])
    first = library.loaded()
    later = {wheel: library.loaded_for(words) for wheel, words in order["later"].items()}

    from taroky_build.browser_python.slimming.bytecode import compiled, ready
    from taroky_build.browser_python.zip_files import contents

    sources = contents((work / "python_stdlib.zip").read_bytes())

    without = order["without"]
    if "library" in without:
        first, later = set(sources), {}
    cut = {path: sources[path] for path in first}
    (made / "python_stdlib.zip").write_bytes(compiled(cut, "/lib/python/", without, 2))
    for wheel in (*order["first"], *order["later"]):
        files = contents((work / "wheels" / wheel).read_bytes())
        files |= {path: sources[path] for path in later.get(wheel, ())}
        (made / wheel).write_bytes(compiled(files, "/lib/site-packages/", without))
    (made / f"{order['ready']}.zip").write_bytes(ready(order["ready"], methods))
