"""People: added, changed, merged, and their personal links."""
