"""An event's settings, stages, boards and times."""
