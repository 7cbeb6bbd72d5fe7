"""What a draw is made from, and how its page shows it."""
