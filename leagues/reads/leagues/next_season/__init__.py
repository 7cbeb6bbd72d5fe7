"""The next season: who is asked, what they answered, and the plan of groups."""
