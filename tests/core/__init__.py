"""Tests of the rules library."""
