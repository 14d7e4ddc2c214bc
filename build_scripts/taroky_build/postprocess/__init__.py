"""Changes to the pages after MkDocs has built them."""
