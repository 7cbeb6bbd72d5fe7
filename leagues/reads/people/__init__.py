"""The club's people: finding them, and their results over the years."""
