"""Import results from a file: written in portions, published in one act with one log line."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, ngettext_lazy

from leagues.access.roles import Who as Doer
from leagues.actions.act import act
from leagues.actions.data.bulk_rows import create_rows, noon_of
from leagues.actions.data.import_copies import make_copy
from leagues.actions.data.import_events import make_event
from leagues.actions.data.import_portions import Portions
from leagues.actions.data.import_seasons import make_season
from leagues.actions.data.imported_rows import IN_SUMS, imported_rows, leagues_in, rows_of_people
from leagues.actions.refusal import Refused
from leagues.actions.row_snapshot import references_to
from leagues.actions.undo_rows import GONE, log_undo
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    Alias,
    Club,
    Entry,
    EntryPlayer,
    Event,
    League,
    Player,
    RecordedPlace,
    ResultsFile,
)
from leagues.models.names import fold_name, guess_family_name
from leagues.reads.data.import_values import ArrivingRanking, ArrivingResults, Who
from leagues.reads.events.sheet_choice import sheet_for
from leagues.reads.log.facts import LogFacts
from leagues.reads.people.stored_sums import take_back

USUAL = "tournament"


def bring_in(
    *, by: Doer, file: ResultsFile, results: ArrivingResults, names: Mapping[Who, Collection[str]]
) -> int:
    """Create the file's events, seasons, new players and aliases.

    ``names`` has the spellings of each player, the usual one first. Returns how many events and
    seasons were created.
    """
    club = file.club
    with Portions(file) as portions:
        if not results.all:
            raise Refused(_("There’s nothing in this file to import."))
        players, new = let_in(club, results.people, names, portions)
        for event in results.events:
            make_event(club, event, players, portions)
        for copy in results.copies:
            make_copy(club, copy, players, portions)
        for ranking in results.rankings:
            make_ranking(club, ranking, players, portions)
        portions.commit()
        with act(by, club, BRING_IN_RESULTS, file=file.name) as line:
            portions.show_all()
            find_known(club, [each for each in players if isinstance(each, int)])
            aliases = note_spellings(players, names)
            leagues = [make_season(club, each, players) for each in results.seasons]
            events = portions.written["events"]
            line.say(
                matches=results.matches,
                people=len(new),
                event_count=len(events),
                events=events,
                players=[player.pk for player in new],
                aliases=[alias.pk for alias in aliases],
            )
            if results.places or leagues:
                line.say(
                    places=results.places,
                    nights=results.nights,
                    league_count=len(leagues),
                    leagues=[league.pk for league in leagues],
                )
    return len(events) + len(leagues)


def _describe_deletion(events: int, leagues: int) -> Iterator[str]:
    if events or not leagues:
        yield ngettext(
            "Deletes %(n)s imported event, with its matches and the people imported with it.",
            "Deletes %(n)s imported events, with their matches and the people imported with them.",
            events,
        ) % {"n": events}
    if leagues:
        yield ngettext(
            "Deletes %(n)s imported season, with its nights and the people imported with it.",
            "Deletes %(n)s imported seasons, with their nights and the people imported with them.",
            leagues,
        ) % {"n": leagues}


def _is_referred_to(
    model: type[Model], rows: QuerySet[Any], going: Collection[type[Model]]
) -> bool:
    return any(
        field.model._base_manager.filter(**{f"{field.name}__in": rows}).exists()
        for field in references_to(model)
        if field.model not in going
    )


def _players_in_use(
    players: QuerySet[Player], going: dict[type[Model], QuerySet[Any]]
) -> Iterator[Player]:
    yield from players.exclude(user=None, merged_into=None, binned_at=None)
    for field in references_to(Player):
        if field.model in (*IN_SUMS, Alias):
            continue
        rows = field.model._base_manager.filter(**{f"{field.name}__in": players})
        if field.model in going:
            rows = rows.exclude(pk__in=going[field.model].values("pk"))
        if found := rows.first():
            yield getattr(found, field.name)


def _refuse_needed(action: Action) -> None:
    """Refuse to undo an import if a row outside it refers to one of its rows."""
    going = imported_rows(action.details)
    for model, rows in going.items():
        if _is_referred_to(model, rows, going):
            raise Refused(_("Something else now depends on these events."))
    players = Player.objects.filter(pk__in=action.details["players"])
    for player in _players_in_use(players, going):
        raise Refused(
            _("%(name)s was imported with this file and has other entries here now.")
            % {"name": player.name}
        )


def _preview_undo_import(action: Action) -> str:
    events, leagues = action.details["events"], leagues_in(action.details)
    imported: tuple[tuple[QuerySet[Any], list[int]], ...] = (
        (League.objects.filter(pk__in=leagues), leagues),
        (Event.objects.filter(pk__in=events), events),
    )
    for rows, keys in imported:
        if rows.count() < len(keys):
            raise Refused(GONE)
        if changed := rows.exclude(revision=0).order_by("pk").first():
            raise Refused(
                _("“%(name)s” has been changed since the import.") % {"name": changed.name}
            )
    _refuse_needed(action)
    return " ".join(_describe_deletion(len(events), len(leagues)))


def _undo_import(by: Doer, action: Action) -> None:
    events = Event.objects.filter(pk__in=action.details["events"])
    events = events.exclude(matches=None).distinct()  # sums exist only for events with matches
    days = [event.starts_at.astimezone(event.tzinfo).date() for event in events]
    Alias.objects.filter(pk__in=action.details["aliases"]).delete()
    for rows in imported_rows(action.details).values():
        rows._raw_delete(rows.db)  # ``_refuse_needed`` has checked that no other row refers to them
    take_back(action.club, min(days, default=date.max))
    for rows in rows_of_people(action.details["players"]):
        rows._raw_delete(rows.db)
    log_undo(by, action)


COUNTED: tuple[tuple[str, Any], ...] = (
    ("event_count", ngettext_lazy("%(n)s event", "%(n)s events", "n")),
    ("matches", ngettext_lazy("%(n)s match", "%(n)s matches", "n")),
    ("places", ngettext_lazy("%(n)s place", "%(n)s places", "n")),
    ("league_count", ngettext_lazy("%(n)s season", "%(n)s seasons", "n")),
    ("nights", ngettext_lazy("%(n)s night", "%(n)s nights", "n")),
)


def _describe_import(facts: LogFacts) -> str:
    data = facts["details"]
    facts["what"] = ", ".join(
        words % {"n": data[fact]} for fact, words in COUNTED if data.get(fact)
    )
    return _("Imported %(what)s from %(file)s.")


BRING_IN_RESULTS = Verb(
    "bring_in_results", _describe_import, Undo(_preview_undo_import, _undo_import, keeps="events")
)


def let_in(
    club: Club, people: Collection[Who], names: Mapping[Who, Collection[str]], portions: Portions
) -> tuple[dict[Who, Player], list[Player]]:
    known = sorted(each for each in people if isinstance(each, int))
    here = find_known(club, known)
    unknown = sorted(each for each in people if isinstance(each, str))
    new = []
    for each in unknown:
        name = next(iter(names[each]))
        family = guess_family_name(name)
        new.append(Player(club=club, name=name, family_name=family))
    portions.write(new)
    players: dict[Who, Player] = dict(here)
    players |= dict(zip(unknown, new, strict=True))
    return players, new


def find_known(club: Club, keys: Collection[int]) -> dict[Who, Player]:
    """The players with these keys; ``Refused`` if one was merged or removed meanwhile."""
    here = dict[Who, Player](Player.objects.present().filter(club=club).in_bulk(keys))
    if len(here) < len(keys):
        raise Refused(_("The club’s list of people has just changed. Check it again."))
    return here


def note_spellings(
    players: Mapping[Who, Player], names: Mapping[Who, Collection[str]]
) -> list[Alias]:
    """Save the spellings of this file as aliases, so that the next import finds the players."""
    written = Alias.objects.filter(player__in=[each.pk for each in players.values()])
    known = {(player, fold_name(name)) for player, name in written.values_list("player", "name")}
    made = []
    for who, player in players.items():
        for name in names[who]:
            key = (player.pk, fold_name(name))
            if key not in known and key[1] not in (fold_name(player.name), fold_name(player.alias)):
                known.add(key)
                made.append(Alias(player=player, name=name))
    return create_rows(made)


def make_ranking(
    club: Club, arriving: ArrivingRanking, players: Mapping[Who, Player], portions: Portions
) -> Event:
    """Create a finished event without matches; its places are those recorded in the file."""
    event = Event(
        club=club,
        zone=club.zone,
        name=arriving.name,
        kind=Event.Kind.TOURNAMENT,
        sides=arriving.sides,
        trust=Event.Trust.DESK,
        state=Event.State.FINISHED,
        starts_at=noon_of(arriving.day, club.tzinfo),
        rules=sheet_for(USUAL, arriving.sides).to_dict(),
    )
    portions.write_event(event)
    entries = portions.write([Entry(event=event) for _each in arriving.places])
    both = list(zip(entries, arriving.places, strict=True))
    portions.write(
        [
            EntryPlayer(entry=entry, event=event, player=players[who], number=number)
            for entry, each in both
            for number, who in enumerate(each.who, start=1)
        ]
    )
    portions.write(
        [
            RecordedPlace(
                entry=entry,
                place=each.place,
                points="" if each.points is None else str(each.points),
                twenties=each.twenties,
            )
            for entry, each in both
        ]
    )
    return event
