"""Playing a copy of a planned event before its day."""
