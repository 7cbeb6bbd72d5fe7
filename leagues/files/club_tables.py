"""The export of a whole club: its tables and columns, and what is left out.

A zip with ``club.json`` and a JSON lines file for each table, as described in docs/files.md.
Primary keys are kept, so that references in the log and in plans remain valid.
"""

from __future__ import annotations

import json
from base64 import b64encode
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cached_property
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db import models

from leagues import models as rows

FORMAT, VERSION = "twenties-club", 1
HEAD = "club.json"
UPLOADS = "uploads/"


@dataclass(frozen=True)
class RowKind:
    """A table of the export: its file, its model, and the columns that are left out."""

    path: str
    model: type[models.Model]
    without: frozenset[str] = frozenset()

    @cached_property
    def columns(self) -> list[models.Field[Any, Any]]:
        fields = self.model._meta.concrete_fields
        return [each for each in fields if each.name not in self.without]

    @cached_property
    def lists(self) -> list[models.ManyToManyField[Any, Any]]:
        """Many-to-many fields without a ``through`` model; those with one are separate tables."""
        found = [each for each in self.model._meta.many_to_many if _is_plain(each)]
        return [each for each in found if each.name not in self.without]


def _is_plain(field: models.ManyToManyField[Any, Any]) -> bool:
    through: Any = field.remote_field.through
    return bool(through._meta.auto_created)


OF_THE_SITE = frozenset(
    {"password", "last_login", "is_staff", "is_superuser"} | {"groups", "user_permissions"}
)

TABLES = (
    RowKind("club/clubs", rows.Club, frozenset({"tells_programs", "sends_from"})),
    RowKind("club/pages", rows.ClubPage),
    RowKind("club/pictures", rows.ClubPicture),
    RowKind("club/texts", rows.OwnText),
    RowKind("club/accounts", rows.User, OF_THE_SITE),
    RowKind("club/addresses", EmailAddress),
    RowKind("club/helpers", rows.Membership),
    RowKind("people/players", rows.Player),
    RowKind("people/aliases", rows.Alias),
    RowKind("people/teams", rows.Team),
    RowKind("people/mutes", rows.Mute),
    RowKind("people/guardians", rows.Guardian),
    RowKind("events/seasons", rows.Season),
    RowKind("events/boards", rows.Board),
    RowKind("events/events", rows.Event, frozenset({"rehearsal_of"})),
    RowKind("events/stages", rows.Stage),
    RowKind("events/pools", rows.Pool),
    RowKind("events/announcements", rows.Notice),
    RowKind("entries/entries", rows.Entry),
    RowKind("entries/line_ups", rows.EntryPlayer),
    RowKind("entries/pool_places", rows.PoolEntry),
    RowKind("entries/kept_apart", rows.KeepApart),
    RowKind("entries/recorded_places", rows.RecordedPlace),
    RowKind("draw/pairing_rounds", rows.PairingRound),
    RowKind("play/matches", rows.Match),
    RowKind("play/sides", rows.MatchSide),
    RowKind("play/side_entries", rows.SideEntry),
    RowKind("play/side_players", rows.SidePlayer),
    RowKind("play/rounds", rows.Round),
    RowKind("play/reports", rows.RoundReport),
    RowKind("play/totals_reports", rows.TotalsReport),
    RowKind("advance/settlements", rows.Settlement),
    RowKind("leagues/leagues", rows.League),
    RowKind("leagues/nights", rows.Night),
    RowKind("leagues/changes", rows.DateChange),
    RowKind("leagues/enrolments", rows.Enrolment),
    RowKind("leagues/answers", rows.Answer),
    RowKind("leagues/offers", rows.Offer),
    RowKind("leagues/arrivals", rows.Arrival),
    RowKind("leagues/adjustments", rows.Adjustment),
    RowKind("leagues/dues", rows.Due),
    RowKind("leagues/dated_matches", rows.DatedMatch),
    RowKind("leagues/put_offs", rows.PutOff),
    RowKind("leagues/date_offers", rows.DateOffer),
    RowKind("leagues/no_show_claims", rows.NoShowClaim),
    RowKind("people/drills", rows.ShotDrill),
    RowKind("leagues/count_offers", rows.CountOffer),
    RowKind("leagues/final_rows", rows.FinalRow),
    RowKind("leagues/awards", rows.Award),
    RowKind("leagues/finals", rows.SeasonFinals),
    RowKind("leagues/season_answers", rows.SeasonAnswer),
    RowKind("leagues/team_season_answers", rows.TeamSeasonAnswer),
    RowKind("leagues/team_boards", rows.TeamBoard),
    RowKind("leagues/meeting_line_ups", rows.MeetingLineUp),
    RowKind("log/log", rows.Action),
)

NOT_IN_IT: dict[type[models.Model], str] = {
    rows.PeriodicJob: "when this server last did it",
    rows.Mail: "sent by this server; where it waits it may hold a way in",
    rows.PersonalLink: "a way in",
    rows.Invitation: "a way in",
    rows.ApiToken: "a way in",
    rows.Webhook: "its secret is this site's, and another is not to be told twice",
    rows.WebhookDelivery: "sent by this server",
    rows.CalendarAddress: "a way in",
    rows.CaptainLink: "a way in",
    rows.Kiosk: "a way in",
    rows.Screen: "a way in",
    rows.SentNews: "sent by this server",
    rows.SentForm: "kept for three days",
    rows.PushAddress: "a browser's own",
    rows.Follow: "a browser's own",
    rows.ScoringPhone: "a browser's own",
    rows.KeptParcel: "signed with this site's key; judged within the second",
    rows.ResultsFile: "not brought in yet; kept for days",
    rows.SumsVersion: "made again from results",
    rows.SummedEvent: "made again from results",
    rows.EventSum: "made again from results",
    rows.PairSum: "made again from results",
    rows.DaySum: "made again from results",
    rows.NightResult: "made again from results",
    rows.LeagueSummary: "made again from results",
    rows.EventPodium: "made again from results",
    rows.Rehearsal: "counts for nothing, as all that hangs on its event",
    rows.AwardsOfEvent: "made again from results",
    rows.EventAward: "made again from results",
}


# --- One row as a line --------------------------------------------------------------------


def line_of(values: dict[str, Any]) -> str:
    """Return a row as JSON. Equal rows give equal lines, from whatever database they come."""
    return json.dumps(
        {name: to_json(value) for name, value in values.items()},
        ensure_ascii=False,
        sort_keys=True,
        separators=(",", ":"),
    )


EXACT = 2**53  # from here on floats are whole numbers, and PostgreSQL returns them as such


def to_json(value: Any) -> Any:
    """Convert a value to JSON. PostgreSQL has no -0.0, and writes 1e16 in full."""
    match value:
        case float():
            return int(value) if abs(value) >= EXACT else value + 0.0
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date() | time():
            return value.isoformat()
        case UUID():
            return str(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
        case dict():
            return {key: to_json(each) for key, each in value.items()}
        case list():
            return [to_json(each) for each in value]
    return value
