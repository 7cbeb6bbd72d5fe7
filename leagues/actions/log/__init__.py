"""The sentences of the log, and undoing its lines."""
