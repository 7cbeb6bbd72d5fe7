"""Every function that reads values from lines of the log."""

from leagues.actions.log.sentences import sentence_of
from leagues.models import Action, Event, League, Match, Player
from leagues.reads.draw.published import published_draws
from leagues.reads.leagues.needs import joined_twice, unseen_corrections
from leagues.reads.leagues.pages.calendar_dates import moved_rows, moves_of_events, moves_of_leagues
from leagues.reads.log.sentence_people import LoggedPerson, is_about
from leagues.reads.people.leaving import names_of
from leagues.reads.results.corrections import ending_line

NO_ONE = LoggedPerson(0, entries=frozenset(), matches=frozenset())


def read_the_log() -> None:
    """Run all readers, which fail at a line with other data than they expect for its verb."""
    for action in Action.objects.all():
        read_line(action)
    moves_of_events(Event.objects.values_list("pk", flat=True))
    moves_of_leagues(League.objects.all())
    for league in League.objects.all():
        unseen_corrections(league)
        joined_twice(league)
    for event in Event.objects.all():
        published_draws(event)
    for match in Match.objects.all():
        ending_line(match)
    names_of(Player.objects.all())


def read_line(action: Action) -> None:
    """Run the readers that take any verb on one line."""
    list(moved_rows(action.verb, action.event_id, action.details))
    is_about(action.details, NO_ONE)
    assert isinstance(action.details.get("rows", []), list), action.verb
    assert isinstance(action.details.get("match", 0), int), action.verb
    assert sentence_of(action.verb, action.details)
