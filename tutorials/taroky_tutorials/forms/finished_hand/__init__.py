"""The form in which somebody enters a finished hand. `questions` says what a rule table asks, `form` reads
the answers and settles the hand, `view` and the files beside it draw it, and `to_fields` fills it in from
the facts of a hand."""
