"""Open a league, and change its settings."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.events.events import at_free_slug
from leagues.actions.events.plan import boards_numbered
from leagues.actions.people.people import fill_in
from leagues.actions.refusal import Refused, refuse_stale
from leagues.actions.undo_rows import facts_as_before, put_back, rows_back
from leagues.actions.verb import Verb
from leagues.actions.webhook_queue import new_players
from leagues.models import Action, Club, Enrolment, Event, League, Night, Player
from leagues.models.events import EventQuerySet
from leagues.models.names import make_slug
from leagues.reads.events.drawn_byes import sitting_out_in
from leagues.reads.log.facts import LogFacts, changed_facts
from leagues.reads.state_marks import mark_of
from leagues.stages.calendar import CalendarRule
from scoring.season import NIGHTS, Scheme

FACTS = (
    "name",
    "place",
    "visibility",
    "attendance",
    "invites_before",
    "most",
    "fewest",
    "line_after",
    "is_open",
    "secretary_id",
    "treasurer_id",
    "dues",
    "price",
    "currency",
    "scheme",
    "handicap",
    "evening",
)
"""The fields that ``change_league`` may change, beside the boards."""


def open_league(
    *,
    by: Who,
    club: Club,
    name: str,
    scheme: Scheme = NIGHTS,
    calendar: CalendarRule | None = None,
    boards: Iterable[int] = (),
    members: Iterable[Player] = (),
    learnt: Iterable[tuple[Player, Player]] = (),
    **facts: Any,
) -> League:
    """Create a league with its nights and members, in its club's time zone by default.

    Unsaved members are new to the club. ``learnt`` pairs players of the club with unsaved ones
    that carry new details from a list.
    """
    with act(by, club, OPEN_LEAGUE, name=name) as line:
        league = at_free_slug(
            lambda: free_league_slug(name),
            lambda slug: League.objects.create(
                club=club,
                name=name,
                slug=slug,
                scheme=scheme.to_dict(),
                calendar=calendar.to_dict() if calendar else {},
                **{"zone": club.zone, **facts},
            ),
        )
        league.boards.set(boards_numbered(club, boards))
        if calendar:
            Night.objects.bulk_create(
                Night(league=league, on=day, at=calendar.at) for day in calendar.dates()
            )
        members = list(members)
        new = [player for player in members if player._state.adding]
        Player.objects.bulk_create(new)
        for player, listed in learnt:
            fill_in(player, listed)
        Enrolment.objects.bulk_create(Enrolment(league=league, player=player) for player in members)
        line.say(league=league.pk, nights=league.nights.count())
        if new:
            line.say(new_players=[player.pk for player in new])
    return league


OPEN_LEAGUE = Verb(
    "open_league",
    later("Opened the league %(name)s."),
    later("Cancel the nights of this league, or make it visible to organisers only."),
    webhook=new_players,
)


def free_league_slug(name: str) -> str:
    wanted = make_slug(name)[:70] or "league"
    if wanted == "new":  # the address of the page that opens a league
        wanted = "new-league"
    taken = set(League.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    slug, number = wanted, 1
    while slug in taken:
        number += 1
        slug = f"{wanted}-{number}"
    return slug


def facts_of(league: League) -> dict[str, Any]:
    """The current values of everything that ``change_league`` may change."""
    boards = league.boards.order_by("number").values_list("number", flat=True)
    return {name: getattr(league, name) for name in FACTS} | {"boards": list(boards)}


def change_league(*, by: Who, league: League, facts: Mapping[str, Any], seen: str = "") -> bool:
    """Change settings of a league; False if nothing differs.

    Another points scheme applies to the whole season.
    """
    with act(by, league, CHANGE_LEAGUE) as line:
        before = facts_of(line.on)
        line.keep(
            League.objects.filter(pk=league.pk),
            League.boards.through.objects.filter(league=league),
            Event.objects.filter(league=league),
            events_that_follow(line.on, facts.get("visibility", "")),
            Event.boards.through.objects.filter(event__league=league),
        )
        if seen:
            refuse_stale(seen, mark_of(before))
        changed = {name: old for name, old in before.items() if name in facts}
        changed = {name: old for name, old in changed.items() if old != facts[name]}
        if not changed:
            line.drop()
            return False
        if "name" in changed and not facts["name"]:
            raise Refused(_("A league needs a name."), field="name")
        columns = {name: facts[name] for name in changed if name != "boards"}
        if columns:
            League.objects.filter(pk=league.pk).update(**columns)
        if "scheme" in changed:
            recount_nights(line.on, changed["scheme"], facts["scheme"])
        if "boards" in changed:
            line.on.boards.set(boards_numbered(line.on.club, facts["boards"]))
        _events_follow(line.on, columns)
        line.say(before=changed)
    league.refresh_from_db()
    return True


def _nights_recount(_by: Who, action: Action) -> None:
    for pk, was in rows_back(action, "league").items():
        if "scheme" in was:
            Event.objects.filter(night__league=pk).touch()


def _describe_change(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed the league: %(what)s.")


CHANGE_LEAGUE = Verb(
    "change_league", _describe_change, put_back(facts_as_before, then=_nights_recount)
)


def recount_nights(league: League, before: dict[str, Any], after: dict[str, Any]) -> None:
    """Raise the revisions of a league's nights if byes count differently: their tables change."""
    if sitting_out_in(before) is not sitting_out_in(after):
        Event.objects.filter(night__league=league).touch()


def events_of_nights_and_finals(league: League) -> EventQuerySet:
    of_it = Q(night__league=league) | Q(finals_of_season__league=league)
    return Event.objects.filter(of_it)


def events_that_follow(league: League, visibility: str) -> EventQuerySet:
    """The night and final events that take on the league's new ``visibility``.

    All of them if it becomes private; otherwise those with the league's present visibility.
    None of them if it was private, because it isn't known which were hidden before.
    """
    events = events_of_nights_and_finals(league)
    if visibility == Event.Visibility.PRIVATE:
        return events.exclude(visibility=visibility)
    if not visibility or league.visibility == Event.Visibility.PRIVATE:
        return events.none()
    return events.filter(visibility=league.visibility)


def _events_follow(league: League, columns: Mapping[str, Any]) -> None:
    """Copy the new visibility to the league's events, and name, place and boards to its event."""
    if visibility := columns.get("visibility"):
        events = events_that_follow(league, visibility)
        keys = list(events.values_list("pk", flat=True))
        followers = Event.objects.filter(pk__in=keys)
        followers.update(visibility=visibility)
        followers.touch()
    if league.event is None:
        return
    shared = {name: columns[name] for name in SHARED if name in columns}
    if shared:
        Event.objects.filter(league=league).update(**shared)
    league.event.boards.set(league.boards.all())


SHARED = ("name", "place", "visibility")
"""Fields that a league and its event of dated matches share, beside the boards."""
