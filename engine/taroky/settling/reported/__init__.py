"""Facts of a finished hand as a person or a program reports them: read, and refused with one sentence where
they cannot be true together."""
