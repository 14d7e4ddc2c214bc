"""The coach of the first hands: what can be asked about a moment of a hand (moment), what there is to say and when (lines),
and what is said now and what has been heard (coach). No game is named here: all of it follows from the phases and rows
of the table.
"""
