"""Benchmarks of the library, in yards: ``python -m benchmarks``."""
