"""What every page is put together from: HTML that escapes, cards, links, numbers from the rule table."""
