"""The site kept in the browser, and the site to take along."""
