"""The rows: people, events, play, and the log of what was done."""

from leagues.models.entries import Entry, EntryPlayer, KeepApart
from leagues.models.events import Announcement, Board, Event, Season
from leagues.models.leagues import (
    Adjustment,
    Answer,
    Arrival,
    Enrolment,
    League,
    Night,
    NightResult,
    Offer,
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
from leagues.models.phones import Follow, KeptParcel, Kiosk, PushAddress, ScoringPhone
from leagues.models.play import (
    Match,
    MatchSide,
    PairingRound,
    Round,
    RoundReport,
    SideEntry,
    SidePlayer,
)
from leagues.models.screens import Screen
from leagues.models.stages import Pool, PoolEntry, Settlement, Stage
from leagues.models.sums import DaySum, EventSum, PairSum, SummedEvent, SumsVersion

__all__ = [
    "Action",
    "Adjustment",
    "Alias",
    "Announcement",
    "Answer",
    "Arrival",
    "Board",
    "Club",
    "DaySum",
    "Enrolment",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventSum",
    "Follow",
    "Invitation",
    "KeepApart",
    "KeptParcel",
    "Kiosk",
    "League",
    "Match",
    "MatchSide",
    "Membership",
    "Night",
    "NightResult",
    "Offer",
    "PairSum",
    "PairingRound",
    "PersonalLink",
    "Player",
    "Pool",
    "PoolEntry",
    "PushAddress",
    "Round",
    "RoundReport",
    "ScoringPhone",
    "Screen",
    "Season",
    "Settlement",
    "SideEntry",
    "SidePlayer",
    "Stage",
    "SummedEvent",
    "SumsVersion",
    "Surface",
    "Team",
    "User",
]
