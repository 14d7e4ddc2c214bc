"""One class for each kind of row of a rule table, one field for each column; the text below a field says what
the column means, and the page of columns is made of it. `taroky.rules.table` has them all.

May import only conditions.
"""
