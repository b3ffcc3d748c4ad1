"""The best workdays and pieces."""
