"""Data of the club as files: import and export."""
