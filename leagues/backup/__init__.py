"""The club's data as one file, and back: backups, restoring them, moving to another database."""
