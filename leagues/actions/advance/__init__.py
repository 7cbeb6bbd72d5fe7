"""From stage to stage: places at the cut, ties, play-offs, and the end of an event."""
