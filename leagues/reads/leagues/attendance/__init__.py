"""Who comes to a night, who waits for a spot, and who is here."""
