"""Pages anybody may read."""
