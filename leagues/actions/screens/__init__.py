"""Wall screens and announcements."""
