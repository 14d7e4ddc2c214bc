"""Parts that every page is put together from: HTML that escapes what it is given, cards and tricks,
links, and numbers and names out of the rule table. Everything in tutorials may import from here;
this room imports the engine only."""
