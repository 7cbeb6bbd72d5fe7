"""What a phone is told: the match, the reports, the player's day."""
