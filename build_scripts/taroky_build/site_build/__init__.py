"""The MkDocs plugin and what it starts for every build: a process that generates pages, and one
that makes the assets of the site. `plugin` is the only file that imports MkDocs. The topmost room
for a build; nothing below imports from here."""
