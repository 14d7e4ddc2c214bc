"""Tasks: what a learner is asked, how an answer is judged, and the widget that shows both. The kinds of tasks
are in `tricks`, `open_tricks`, `before_play`, `counting`, `whole_hand` and `true_false`; they do not know
about each other, and `kinds` finds them by name. Imports `page_parts`; lessons and all pages may import from
here."""
