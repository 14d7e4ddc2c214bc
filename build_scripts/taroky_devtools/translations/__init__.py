"""Languages beside English: what is translated, what has changed since, and what is compiled.

A language is `cs.po` beside each `en.po`, and `forms.cs.yaml` where its words are declined. Each entry of a
`.po` file keeps the English words it was translated from as a comment (`#.`), so that a change is noticed.
"""
