"""What an event is: its rule sheets, stages and formats, and what comes next for it."""
