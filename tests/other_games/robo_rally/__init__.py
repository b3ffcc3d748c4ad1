"""Tests of RoboRally."""
