"""Puzzles: turns from hands that were played, found by `taroky_devtools.puzzles` and shown at the table; how
strong a learner is, and which puzzle comes next.

puzzle is one, as a file keeps it; themes tells what it is about, ratings how hard it is; learner is what a browser keeps;
shown and view draw it, choosing judges a touch; place is what the build puts on the page, page the worker's verb.
"""
