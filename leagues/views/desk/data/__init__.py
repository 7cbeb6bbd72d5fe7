"""What an owner takes away, as files."""
