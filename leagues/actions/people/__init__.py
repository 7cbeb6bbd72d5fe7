"""Players of the club: add, change and merge them, and their personal links."""
