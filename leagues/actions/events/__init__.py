"""An event's plan: what it is, its stages, boards and times."""
