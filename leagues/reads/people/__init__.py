"""People: who they are, and what they have played over the years."""
