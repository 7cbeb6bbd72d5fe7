"""What only some kinds of league have: boxes, ladders, series, teams."""
