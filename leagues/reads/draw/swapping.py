"""Which matches may still be seated anew by hand."""

from leagues.models import Match
from leagues.reads.draw.history import DrawnMatch, DrawnRound


def may_move(here: DrawnRound, match: DrawnMatch) -> bool:
    """Everybody in a draft; once it is published, whoever has not been called to a board."""
    idle = match.state == Match.State.PLANNED or match.ending == Match.Ending.BYE
    return idle or not here.is_published
