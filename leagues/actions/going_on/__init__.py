"""From stage to stage: the cut, play-offs, brackets, who moves up."""
