"""Taking back: what a line of the log would undo, said beforehand."""
