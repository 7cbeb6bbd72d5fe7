"""Who is in an event: seeds, and what a withdrawal would do."""
