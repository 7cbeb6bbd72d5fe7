"""The revision and the stream."""
