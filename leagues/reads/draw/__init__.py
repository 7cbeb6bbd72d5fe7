"""Read what a draw needs from the database, and describe a draw for its page."""
