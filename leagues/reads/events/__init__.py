"""An event's rule sheets, stages and formats, and the next step for its organiser."""
