"""Everything that happens when the Taroky site is built."""
