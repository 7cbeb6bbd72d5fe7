"""The desk of one event: what organisers and scorers do on the day."""
