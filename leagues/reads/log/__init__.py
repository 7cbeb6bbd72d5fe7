"""The log as sentences."""
