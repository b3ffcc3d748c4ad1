"""Draw random copies of the game and photos of them, and train the nets on these."""
