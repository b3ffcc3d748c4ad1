"""The page for the phone: what it is made of, and the answers that it draws."""
