"""Everything that happens when the Taroky site is built. `.importlinter` at the top of the project says
which subpackage may import which.

Here are only the parts that every subpackage needs: errors, paths, the cache of what took long to make, and
work done by a Python process of its own.
"""
