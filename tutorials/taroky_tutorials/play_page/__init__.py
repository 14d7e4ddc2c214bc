"""The play page: hand after hand against the engine's players. An evening is a small document (who is at the
table, what the table is for, what has been done), and everything shown follows from replaying it; each event
produces the next document. The engine decides, this subpackage draws and explains, and the page only stores
the document, sends events and moves cards.

evening, evening_parts and modes are the document; state is its hand replayed, play_log what each action has meant;
seating and opponents make tables and the actions of the others, links carry cards to somebody else; events lead from
one evening to the next; view draws; page is the worker's verb.
"""
