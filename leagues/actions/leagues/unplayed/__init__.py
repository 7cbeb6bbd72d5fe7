"""Acts on matches of a league that haven't been played yet, each in a file."""
