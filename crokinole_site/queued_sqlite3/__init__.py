"""SQLite whose writers stand in a queue."""
