"""The rules of two more factory games."""
