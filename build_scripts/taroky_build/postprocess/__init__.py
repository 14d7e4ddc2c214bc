"""Change the pages that MkDocs has built: one style sheet, cards drawn in the page, the
theme and its search changed, a security policy. Imports none of the other rooms; `offline` and
`site_build` import from here."""
