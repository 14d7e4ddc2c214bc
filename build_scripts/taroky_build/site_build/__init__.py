"""The MkDocs plugin, and the processes it starts for every build: one generates pages, the other makes the
site's assets. `plugin` is the only file that imports MkDocs. This is the top subpackage; nothing below
imports from here."""
