"""A club's own site: the commands `taroky new`, `serve`, `build` and `update`, the project that `new` creates
(from `starter/`), and the pages for the club's rule sets. Imports `pages`; `site_build` imports from here.
"""
