"""What is done about matches of a league that are not played yet, each act in its file."""
