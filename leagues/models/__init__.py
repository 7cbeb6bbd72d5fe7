"""The rows: people, events, play, and the log of what was done."""

from leagues.models.events import (
    Announcement,
    Board,
    Entry,
    EntryPlayer,
    Event,
    KeepApart,
    Pool,
    PoolEntry,
    Season,
    Settlement,
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
    "Announcement",
    "Board",
    "Club",
    "Entry",
    "EntryPlayer",
    "Event",
    "Invitation",
    "KeepApart",
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
    "Settlement",
    "SideEntry",
    "SidePlayer",
    "Stage",
    "Surface",
    "Team",
    "User",
]
