"""From a tree to a `Table`: `extends` with deltas, options chosen, types from the columns, strict errors.
First `flatten` and `choose` make one tree of a table and its parents, then `build` makes its rows and
`checks` looks whether they agree with each other.

Every error is one sentence that names file, line, key and value and, where there is one, the
nearest right word. May import the tree, the columns, conditions and messages.
"""

from taroky.rules.reading.building import build, check_complete, check_options
from taroky.rules.reading.hints import columns, needed, row_type, rows_in
from taroky.rules.reading.inheritance import flatten
from taroky.rules.reading.merging import REMOVED, check_removed, merge
from taroky.rules.reading.nodes import parts
from taroky.rules.reading.old_names import with_current_names
from taroky.rules.reading.options import Choices, choose, same_number
from taroky.rules.reading.retired import without_retired
from taroky.rules.reading.rows import Seen

__all__ = [
    "REMOVED",
    "Choices",
    "Seen",
    "build",
    "check_complete",
    "check_options",
    "check_removed",
    "choose",
    "columns",
    "flatten",
    "merge",
    "needed",
    "parts",
    "row_type",
    "rows_in",
    "same_number",
    "with_current_names",
    "without_retired",
]
