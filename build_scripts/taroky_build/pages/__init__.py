"""Pages made from rule tables and lessons: all that the project's site does not have written by
hand, what stands for a marker in a written page, and the way past Markdown for what is HTML
already. `clubs` and `site_build` import from here."""
