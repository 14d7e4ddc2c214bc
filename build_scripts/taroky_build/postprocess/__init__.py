"""Changes to the pages that MkDocs has built: a single style sheet, cards drawn in the page, changes to the
theme and its search, and a security policy. Imports no other subpackage; `offline` and `site_build` import
from here."""
