"""Upkeep of the project: what is generated from the code and kept beside it."""
