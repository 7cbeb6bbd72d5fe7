"""From stage to stage: orders, cuts, brackets, final places."""
