"""The rows: people, events, play, and the log of what was done."""

from leagues.models.events import (
    Board,
    Entry,
    EntryPlayer,
    Event,
    Pool,
    PoolEntry,
    Season,
    Stage,
)
from leagues.models.links import Invitation, PersonalLink
from leagues.models.log import Action
from leagues.models.people import (
    Alias,
    Club,
    Membership,
    Player,
    Surface,
    Team,
    User,
)
from leagues.models.play import (
    Match,
    MatchSide,
    PairingRound,
    Round,
    RoundReport,
    SideEntry,
    SidePlayer,
)

__all__ = [
    "Action",
    "Alias",
    "Board",
    "Club",
    "Entry",
    "EntryPlayer",
    "Event",
    "Invitation",
    "Match",
    "MatchSide",
    "Membership",
    "PairingRound",
    "PersonalLink",
    "Player",
    "Pool",
    "PoolEntry",
    "Round",
    "RoundReport",
    "Season",
    "SideEntry",
    "SidePlayer",
    "Stage",
    "Surface",
    "Team",
    "User",
]
