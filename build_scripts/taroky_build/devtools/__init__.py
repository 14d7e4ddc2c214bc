"""What developers run by hand, and none of it in a wheel for clubs but the browsers and the static
server that tests use, too: benchmarks, Lighthouse, mutation tests, the icons. May import every
other room; none imports from here."""
