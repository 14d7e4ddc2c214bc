"""A club's own site: the commands `taroky new`, `serve` and `build`, the project they start from
(starter/), and the pages for the club's rule sets. Imports `pages`; `site_build` imports from here.
"""
