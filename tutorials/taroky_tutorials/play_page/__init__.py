"""The table one sits down at: whole hands, hand after hand, with players of the engine round it. An evening
is a small document (the rules, who sits there, what has been done), and everything that is shown follows from it
by replaying; an event makes the next document. The engine decides, this room draws and tells, the page only
keeps the document, sends events and moves cards."""
