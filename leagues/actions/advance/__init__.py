"""From stage to stage: the cut, play-offs, who moves up, the end."""
