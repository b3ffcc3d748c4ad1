"""Programs for people on top of the library: the command line."""
