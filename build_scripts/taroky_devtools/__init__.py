"""Tools that only developers run: benchmarks, Lighthouse, mutation tests, walks through the site,
checks of words and translations, simulations for the strategy pages. No wheel has this package; it may
import the three others, and none of them imports it.
"""
