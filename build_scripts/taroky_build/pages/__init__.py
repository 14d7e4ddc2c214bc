"""Generated pages: all pages of the site that are made from rule tables and lessons, what replaces markers in
hand-written pages, and a way to keep finished HTML out of Markdown. `clubs` and `site_build` import from
here."""
