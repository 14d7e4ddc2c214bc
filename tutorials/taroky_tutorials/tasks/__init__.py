"""Tasks: what a learner is asked, how an answer is judged, and the widget that shows both. The
kinds of tasks are in the rooms `tricks`, `open_tricks`, `before_play`, `counting` and `whole_hand`, and
in `true_false`; they do not know each other, and are found by their names in `kinds`. Imports
`page_parts`; lessons and all pages may import from here."""
