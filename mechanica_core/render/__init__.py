"""Pictures of factories."""
