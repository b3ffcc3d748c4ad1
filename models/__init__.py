"""The nets that the photo reader ships with, as data; ``training`` makes them."""
