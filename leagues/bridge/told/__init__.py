"""The log as a story."""
