"""Which matches may still have their seats swapped by hand."""

from leagues.models import Match
from leagues.reads.draw.history import DrawnMatch, DrawnRound


def may_move(here: DrawnRound, match: DrawnMatch) -> bool:
    """Whether the seats may be swapped: always in a draft, otherwise until the match is called."""
    idle = match.state == Match.State.PLANNED or match.ending == Match.Ending.BYE
    return idle or not here.is_published
