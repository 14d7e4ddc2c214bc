"""A newcomer on a phone: walks a course by touch from the home page to its end, with a wrong answer first at
every step, and counts what is in the way."""
