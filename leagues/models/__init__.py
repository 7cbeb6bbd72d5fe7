"""The models: people, events, play, and the log of actions."""

from leagues.models.api_tokens import ApiToken
from leagues.models.club_page import ClubPage, ClubPicture
from leagues.models.dated_matches import DatedMatch, TotalsReport
from leagues.models.drills import ShotDrill
from leagues.models.dues import Due
from leagues.models.entries import Entry, EntryPlayer, KeepApart
from leagues.models.events import Board, Event, Season
from leagues.models.friendlies import CountOffer
from leagues.models.jobs import PeriodicJob
from leagues.models.leagues import (
    Adjustment,
    Answer,
    Arrival,
    Enrolment,
    League,
    LeagueSummary,
    Night,
    NightResult,
    Offer,
)
from leagues.models.links import CalendarAddress, Invitation, PersonalLink
from leagues.models.log import Action
from leagues.models.mail import Mail
from leagues.models.match_sides import MatchSide, SideEntry, SidePlayer
from leagues.models.matches import Match, PairingRound
from leagues.models.messages import (
    DateChange,
    Guardian,
    MessageChannel,
    Mute,
    Notice,
    SentNews,
    Topic,
    without_muted,
)
from leagues.models.own_texts import OwnText
from leagues.models.people import Alias, Club, Membership, Player, Surface, Team, User
from leagues.models.phones import Follow, KeptParcel, Kiosk, PushAddress, ScoringPhone
from leagues.models.recorded_results import RecordedPlace
from leagues.models.rehearsals import Rehearsal
from leagues.models.rounds import Round, RoundReport
from leagues.models.screens import Screen
from leagues.models.season_end import Award, FinalRow, SeasonAnswer, SeasonFinals, TeamSeasonAnswer
from leagues.models.sent_forms import SentForm
from leagues.models.stages import Pool, PoolEntry, Settlement, Stage
from leagues.models.stored_sums import (
    AwardsOfEvent,
    DaySum,
    EventAward,
    EventPodium,
    EventSum,
    PairSum,
    SummedEvent,
    SumsVersion,
)
from leagues.models.teams import CaptainLink, MeetingLineUp, TeamBoard
from leagues.models.unplayed import DateOffer, NoShowClaim, PutOff
from leagues.models.uploaded_results import ResultsFile
from leagues.models.webhooks import Webhook, WebhookDelivery

__all__ = [
    "Action",
    "Adjustment",
    "Alias",
    "Answer",
    "ApiToken",
    "Arrival",
    "Award",
    "AwardsOfEvent",
    "Board",
    "CalendarAddress",
    "CaptainLink",
    "Club",
    "ClubPage",
    "ClubPicture",
    "CountOffer",
    "DateChange",
    "DateOffer",
    "DatedMatch",
    "DaySum",
    "Due",
    "Enrolment",
    "Entry",
    "EntryPlayer",
    "Event",
    "EventAward",
    "EventPodium",
    "EventSum",
    "FinalRow",
    "Follow",
    "Guardian",
    "Invitation",
    "KeepApart",
    "KeptParcel",
    "Kiosk",
    "League",
    "LeagueSummary",
    "Mail",
    "Match",
    "MatchSide",
    "MeetingLineUp",
    "Membership",
    "MessageChannel",
    "Mute",
    "Night",
    "NightResult",
    "NoShowClaim",
    "Notice",
    "Offer",
    "OwnText",
    "PairSum",
    "PairingRound",
    "PeriodicJob",
    "PersonalLink",
    "Player",
    "Pool",
    "PoolEntry",
    "PushAddress",
    "PutOff",
    "RecordedPlace",
    "Rehearsal",
    "ResultsFile",
    "Round",
    "RoundReport",
    "ScoringPhone",
    "Screen",
    "Season",
    "SeasonAnswer",
    "SeasonFinals",
    "SentForm",
    "SentNews",
    "Settlement",
    "ShotDrill",
    "SideEntry",
    "SidePlayer",
    "Stage",
    "SummedEvent",
    "SumsVersion",
    "Surface",
    "Team",
    "TeamBoard",
    "TeamSeasonAnswer",
    "Topic",
    "TotalsReport",
    "User",
    "Webhook",
    "WebhookDelivery",
    "without_muted",
]
