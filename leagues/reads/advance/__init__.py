"""Advancement from stage to stage: orders, cuts, brackets and final places."""
