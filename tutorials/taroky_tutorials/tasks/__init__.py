"""Tasks: what a learner is asked, how an answer is judged, and the widget that shows both."""
