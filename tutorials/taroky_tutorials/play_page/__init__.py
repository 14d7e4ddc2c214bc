"""The play page: whole hands, hand after hand, with players of the engine round the table. An evening is a small
document (who sits there, what the table is for, what has been done), and everything that is shown follows from it by
replaying; an event makes the next document. The engine decides, this room draws and tells, the page only keeps
the document, sends events and moves cards.

evening, evening_parts and modes are the document; state is its hand replayed, play_log what each action has meant;
seating and opponents make tables and the actions of the others, links carry cards to somebody else; events lead from
one evening to the next; view draws; page is the worker's verb.
"""
