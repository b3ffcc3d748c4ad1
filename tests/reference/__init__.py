"""A slow, plainly written second reading of the workday rules, to check the engine against."""
