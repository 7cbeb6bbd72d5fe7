"""Every verb is an act: it locks its event in a transaction, moves the revision, and is logged."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from leagues.actions.act import act
from leagues.actions.entries.presence import STATE_AFTER
from leagues.actions.log.sentences import sentence_of
from leagues.actions.notices import SAY
from leagues.actions.people.people import ADD_PLAYER
from leagues.actions.play.calls import PUT_BACK
from leagues.actions.refusal import Refused
from leagues.actions.verb import VERBS, Undo, Verb
from leagues.models import Action, Club, Event, Match
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.scenes import scene

ACTIONS = Path(__file__).parents[3] / "leagues/actions"
NO_MORE_WRITTEN = {"enter_round", "reopen_event", "change_club_words"}
FOLLOWS_FROM_AN_ACT = {"call_matches", "open_stage", "start_event"}
"""Acts that can also follow from another act, and are then logged as lines beside it."""
LOCKED_BY_HAND = {"let_stand", "undo", "offer_place"}
"""Many lines under one lock; one lock around acts that are called by their verbs; and a place that
is offered because another act let it come free."""

# Locks, transactions, revisions and lines of the log, wherever they are not the act's own.
BY_HAND = {
    "select_for_update": {
        "people/former.py",
        "people/links.py",  # people have no event: their rows are locked themselves
        "club/members.py",
        "club/webhooks.py",  # one act at a time: each updates ``Club.tells_programs``
        "people/merge.py",
        "people/people.py",
        "entries/entries.py",  # a team is the club's, and made once
        "phones/friendlies.py",  # one board of the club at a time
        "phones/rated_friendlies.py",  # a match for fun counts once
        "notices.py",  # the mails of a day are counted one message at a time
        "rehearsal/play.py",  # two servers play no step of one twice
        "log/undo.py",
    },
    "atomic": {
        "people/links.py",  # links to many, all or none
        "sent_forms.py",  # the key of a form goes with whatever the form makes
        "date_changes.py",  # a change is sent as it is taken off those that wait
        "messages.py",  # a message is noted as sent with its mails
        "events/events.py",  # a savepoint: another request may take the address meanwhile
        "club/set_up.py",  # a savepoint: the club may be there already
        "phones/auto_confirm.py",
        "events/plan.py",
        "entries/registration.py",
        "results/consequences.py",
        "play/calls.py",  # a game is published and called, both or neither
        "leagues/table_previews.py",  # tried and given up
        "leagues/nights/running.py",  # one step of the host's is several acts of the event
        "leagues/kinds/openers.py",  # so is opening a league of dated matches
        "leagues/kinds/own_time.py",  # and playing one at once
        "leagues/season/closing.py",  # and closing one, with its awards and its event
        "leagues/friendlies.py",  # and what a friendly is to be in one
        "leagues/season/next_season.py",  # and opening its next season
        "log/undo.py",
        "undo_rows.py",  # a savepoint: what was free may be taken
        "phones/scoring_phone.py",  # no act of anybody: not logged, and no revision moves
        "phones/parcels.py",
        "phones/friendlies.py",  # an event, its entries and a match, in one go
        "phones/rated_friendlies.py",  # so is a match that counts
        "push.py",
        "webhook_queue.py",  # the week is posted once, or tried again
        "screens/screens.py",
        "data/results_files.py",  # a waiting file belongs to no act; the import of it is one
        "data/import_portions.py",  # hidden until the act that shows all of it
        "data/import_club.py",  # a whole club with its log: a line more would make it another
        "rehearsal/play.py",  # one step of simulated people is several acts of theirs
    },
    "touch": {
        "people/former.py",
        "people/merge.py",  # a name is read in many events
        "people/people.py",
        "leagues/match_rules.py",  # its league's rules are read on the league's pages
        "phones/rated_friendlies.py",  # a friendly has a separate event
        "leagues/settings.py",  # a private league hides the events of its nights, whose points follow it
        "leagues/nights/counted_event.py",  # an event moves between the tables of two leagues
    },
    "record": set(),
}


def parse_actions() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(ACTIONS.rglob("*.py")):
        yield path.relative_to(ACTIONS).as_posix(), ast.parse(path.read_text())


def name_of(call: ast.expr) -> str:
    if isinstance(call, ast.Attribute):
        return call.attr
    return call.id if isinstance(call, ast.Name) else ""


def verbs_in(calls_of: set[str] | None = None) -> set[str]:
    """The verbs in calls of these functions, or anywhere but in their definitions."""
    constants = {verb.name.upper(): verb.name for verb in VERBS.values()}
    return {
        constants[node.id]
        for _name, module in parse_actions()
        for call in ast.walk(module)
        if isinstance(call, ast.Call) and (calls_of is None or name_of(call.func) in calls_of)
        for node in ast.walk(call)
        if isinstance(node, ast.Name) and node.id in constants
    }


def test_every_verb_the_log_knows_is_an_act() -> None:
    presence = {f"{each.value}_entry" for each in STATE_AFTER}
    assert verbs_in() | presence | NO_MORE_WRITTEN == VERBS.keys()


@pytest.mark.parametrize("verb", VERBS.values(), ids=lambda verb: verb.name)
def test_a_verb_has_a_sentence_and_an_undo_or_a_reason_without(verb: Verb) -> None:
    text = sentence_of(verb.name, {})
    assert text != verb.name
    assert isinstance(verb.undo, Undo) or str(verb.undo).endswith(".")


def test_no_two_verbs_have_one_name() -> None:
    found = [
        call.args[0].value
        for _name, module in parse_actions()
        for call in ast.walk(module)
        if isinstance(call, ast.Call)
        and name_of(call.func) == "Verb"
        and isinstance(call.args[0], ast.Constant)
    ]
    assert sorted(map(str, found)) == sorted(VERBS)


def test_lines_beside_an_act_are_few() -> None:
    assert verbs_in({"write_line"}) == FOLLOWS_FROM_AN_ACT | LOCKED_BY_HAND


@pytest.mark.parametrize("what", sorted(BY_HAND))
def test_nothing_of_it_is_spelled_out_elsewhere(what: str) -> None:
    found = {
        name
        for name, module in parse_actions()
        for node in ast.walk(module)
        if name not in {"act.py", "log_writer.py"}
        and isinstance(node, ast.Attribute | ast.Name)
        and name_of(node) == what
    }
    assert found == BY_HAND[what]


# --- The act itself -------------------------------------------------------------------


@scene
def hall(cast: Cast) -> DeskHall:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    return hall


def revision_and_lines(hall: DeskHall) -> tuple[int, int]:
    """The event's revision, and the number of its log lines."""
    revision = Event.objects.values_list("revision", flat=True).get(pk=hall.event.pk)
    return revision, hall.event.log.count()


@pytest.mark.parametrize("on", ["event", "stage", "match", "round"])
def test_an_act_locks_first_and_tells_last(hall: DeskHall, on: str) -> None:
    match = Match.objects.select_related("pairing_round__stage").get(number=1)
    rows = {"event": hall.event, "stage": hall.stage, "match": match, "round": match.pairing_round}
    revision, lines = revision_and_lines(hall)

    with (
        CaptureQueriesContext(connection) as asked,
        act(hall.by, rows[on], PUT_BACK, match=1) as line,
    ):
        assert connection.in_atomic_block
        assert line.on == rows[on]
        assert line.event == hall.event
        locked = [each["sql"] for each in asked.captured_queries]
        assert revision_and_lines(hall) == (revision, lines)
        line.say(why="too early")

    lock = next(sql for sql in locked if "leagues_event" in sql)
    if connection.vendor == "postgresql":
        assert "FOR UPDATE OF" in lock
    written = hall.event.log.latest("pk")
    assert revision_and_lines(hall) == (revision + 1, lines + 1)
    assert (written.verb, written.revision) == ("put_back", revision + 1)
    assert written.details == {"match": 1, "why": "too early"}
    assert written.user == hall.by.user


def test_what_is_refused_leaves_nothing(hall: DeskHall) -> None:
    before = revision_and_lines(hall)

    def try_it() -> None:
        with act(hall.by, hall.event, SAY):
            Match.objects.filter(number=1).update(slot="moved")
            raise Refused("no")

    with pytest.raises(Refused, match="no"):
        try_it()

    assert revision_and_lines(hall) == before
    assert not Match.objects.filter(slot="moved").exists()


def test_an_act_that_changes_nothing_is_not_logged(hall: DeskHall) -> None:
    before = revision_and_lines(hall)
    with act(hall.by, hall.event, SAY) as line:
        line.drop()
    assert revision_and_lines(hall) == before


def test_a_line_is_written_once(hall: DeskHall) -> None:
    revision, lines = revision_and_lines(hall)
    with act(hall.by, hall.event, SAY) as line:
        assert line.write(text="first")
        assert revision_and_lines(hall) == (revision + 1, lines + 1)
        assert not line.write(text="again")
    assert revision_and_lines(hall) == (revision + 1, lines + 1)
    assert hall.event.revision == revision + 1


def test_what_is_done_to_the_club_is_logged_beside_any_event(cast: Cast) -> None:
    club = Club.objects.get()
    with transaction.atomic(), act(cast.who("ann"), club, ADD_PLAYER, name="Eve"):
        pass
    line = Action.objects.latest("pk")
    assert (line.verb, line.event, line.details) == ("add_player", None, {"name": "Eve"})


def test_an_act_on_a_deleted_match_is_refused(hall: DeskHall) -> None:
    match = hall.event.matches.get(number=1)
    hall.event.matches.all().delete()
    gone = pytest.raises(Refused, match="This match no longer exists")
    with gone, act(hall.by, match, PUT_BACK):
        pass
