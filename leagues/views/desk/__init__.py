"""The desk: pages where organisers and scorers run events and leagues."""
