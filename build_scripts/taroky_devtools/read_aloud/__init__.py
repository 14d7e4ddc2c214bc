"""Sentences that Python says of random hands and tables, chosen so that they show as many messages as possible: lists to
read aloud in each language, kept beside the tests, so that a changed wording shows in a diff.
"""
