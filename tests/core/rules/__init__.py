"""The rules of the game, sections 1 to 6 of docs/RULES.md, one test or more for each."""
