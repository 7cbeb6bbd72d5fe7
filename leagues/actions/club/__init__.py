"""The club: its set-up and its helpers."""
