"""Puzzles: turns from hands that were played, found by `taroky_devtools.puzzles` and shown at the table; how
strong a learner is, and which puzzle comes next.

puzzle is one, as a file keeps it; themes tells what it is about, ratings how hard it is; learner is what a browser keeps;
shown and view draw it; page is the worker's verb.
"""
