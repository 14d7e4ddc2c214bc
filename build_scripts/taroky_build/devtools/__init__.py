"""What developers run by hand: benchmarks, mutation tests, browsers, the static server."""
