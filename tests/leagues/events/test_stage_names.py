"""Default stage names are shown in each reader's language."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Model
from django.test import Client
from django.utils.translation import override

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.events.stages import remove_stage
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.rehearsal.copy import rehearse_event
from leagues.models import Action, Club, Event, Pool, PoolEntry, Stage
from leagues.models.fields import STAGE_NAMES, shown_name, stored_name
from leagues.reads.data.event_file import event_file
from leagues.reads.data.event_records import archive_file
from leagues.stages.event_templates import SHAPES
from tests.cast import Cast
from tests.leagues.events.planning import form_of, plan_event, stages_of, words_of
from tests.leagues.leagues.box_leagues import go_on, open_boxes, play_period
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.rehearsal.rehearsals import a_plan

pytestmark = pytest.mark.django_db

TONIGHT = {"en": "Tonight", "de": "Heute Abend", "fr": "Ce soir"}
FRENCH = {"accept-language": "fr"}
OTHERS = ("de", "es", "fr", "hu", "nl")


def set_language(browser: Client, language: str) -> None:
    browser.post("/language/", {"language": language, "back": "/"})


def stored_names(model: Any = Stage) -> list[str]:
    return list(model.objects.order_by("pk").values_list("name", flat=True))


@pytest.fixture
def evening(ann: Client) -> Event:
    """A club night planned by an organiser who uses German."""
    set_language(ann, "de")
    return plan_event(ann, "club-night", name="Clubabend")


def rename(ann: Client, event: Event, name: str = "") -> None:
    """Save the form of the only stage, with this name or with the one the page shows."""
    path = f"/desk/events/{event.slug}/stages/1/"
    answer = ann.post(path, form_of(ann, path) | ({"name": name} if name else {}))
    assert answer.status_code == 302


# --- Names from the ready-made events ------------------------------------------------------


def test_every_name_that_a_shape_gives_is_known() -> None:
    given = {plan.name for shape in SHAPES.values() for plan in shape.stages(24)}
    assert given <= STAGE_NAMES


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", sorted(STAGE_NAMES))
def test_a_known_name_comes_back_from_every_language(name: str, language: str) -> None:
    english = name.replace("%(n)s", "12")
    with override(language):
        assert stored_name(shown_name(english)) == english


# --- The reader's language -----------------------------------------------------------------


@pytest.mark.parametrize("language", TONIGHT)
def test_an_event_of_a_german_organiser_is_read_in_each_language(
    language: str, evening: Event, ann: Client
) -> None:
    assert stored_names() == ["Tonight"]
    set_language(ann, language)
    Club.objects.update(language=language)  # the language of paper for the hall
    for page in ("/events/{}/about/", "/desk/events/{}/paper/stages/1/"):
        shown = words_of(ann.get(page.format(evening.slug)))
        found = {code for code, name in TONIGHT.items() if name in shown}
        assert found == {language}


@pytest.mark.parametrize("language", TONIGHT)
def test_the_log_and_the_undo_name_it_in_each_language(language: str, cast: Cast) -> None:
    hall = open_hall(cast)
    Stage.objects.update(name="Tonight")
    hall.stage.refresh_from_db()
    with override("de"):
        hall.publish((1, 2), (3, 4))
    line = Action.objects.get(verb="publish_round")

    with override(language):
        assert TONIGHT[language] in sentence_of(line.verb, line.details)
        assert TONIGHT[language] in preview_undo(line)


def test_the_page_of_draws_names_it_in_the_readers_language(cast: Cast) -> None:
    hall = open_hall(cast)
    Stage.objects.update(name="Tonight")
    hall.stage.refresh_from_db()
    with override("de"):
        draw_rounds(by=hall.by, stage=hall.stage)
        publish_rounds(by=hall.by, stage=hall.stage)
    shown = words_of(Client().get("/events/westport-open/draw/", headers=FRENCH))
    assert "Ce soir" in shown
    assert "Heute Abend" not in shown


def test_a_file_for_another_site_has_it_in_english(evening: Event) -> None:
    with override("de"):
        [stage] = event_file(evening)["stages"]
    assert stage["name"] == "Tonight"


def test_files_of_a_box_league_have_its_names_in_english(cast: Cast) -> None:
    league = open_boxes(cast)
    play_period(league)
    event = league.event
    assert event is not None
    with override("fr"):
        [stage] = event_file(event)["stages"]
        archive = str(archive_file(event))
    assert [pool["name"] for pool in stage["pools"]] == ["Box 1", "Box 2"]
    assert "Box 1" in archive
    assert "Groupe 1" not in archive
    assert "Période 1" not in archive


def test_periods_and_boxes_are_numbered_in_each_language(cast: Cast) -> None:
    with override("hu"):
        league = open_boxes(cast)
        play_period(league)
        go_on(cast, league)
    with override("fr"):
        for row in (*Stage.objects.all(), *Pool.objects.all()):
            row.save()
        assert str(Stage.objects.get(number=2)) == "Période 2"
        assert str(Pool.objects.first()) == "Groupe 1"
    assert stored_names() == ["Period 1", "Period 2"]
    assert set(stored_names(Pool)) == {"Box 1", "Box 2"}


# --- Renamed -------------------------------------------------------------------------------


def test_a_renamed_stage_stays_as_typed(evening: Event, ann: Client) -> None:
    rename(ann, evening, "Vor der Pause")
    with override("fr"):
        assert stages_of(evening) == ["Vor der Pause"]


def test_the_form_shows_it_in_the_organisers_language_and_saves_it_in_english(
    evening: Event, ann: Client
) -> None:
    lines = Action.objects.count()
    path = f"/desk/events/{evening.slug}/stages/1/"
    assert 'value="Heute Abend"' in words_of(ann.get(path))
    rename(ann, evening)
    assert Action.objects.count() == lines, "nothing has changed"
    ann.post(path, form_of(ann, path) | {"minutes": 25})
    assert Stage.objects.get().match_minutes == 25
    assert stored_names() == ["Tonight"]


def test_a_name_typed_like_a_translation_stays_as_typed(evening: Event, ann: Client) -> None:
    rename(ann, evening, "Gruppen")
    rename(ann, evening)
    assert stored_names() == ["Gruppen"]


# --- Rows saved again during a request in another language ---------------------------------


def save_again(row: Model) -> None:
    row.refresh_from_db()
    row.save()


def saved_with_only_its_name(row: Model) -> None:
    type(row)._base_manager.only("name").get(pk=row.pk).save(update_fields=["name"])


def named_by_itself(row: Model) -> None:
    row.name = row.name  # type: ignore[attr-defined]
    row.save(update_fields=["name"])


def updated_in_bulk(row: Model) -> None:
    type(row)._base_manager.bulk_update([row], ["name"])


def updated_where_it_has_its_name(row: Any) -> None:
    found = type(row)._base_manager.filter(name=row.name)
    assert found.update(name=row.name) == 1


def insert_copy(row: Any) -> None:
    old, row.pk, row.number = row.pk, None, row.number + 1
    type(row)._base_manager.bulk_create([row])
    type(row)._base_manager.filter(pk=old).delete()


@pytest.mark.parametrize(("stage", "pool"), [("Ligue", "Groupe 1"), ("Period 2", "Box 1")])
@pytest.mark.parametrize(
    "write",
    [
        save_again,
        saved_with_only_its_name,
        named_by_itself,
        updated_in_bulk,
        updated_where_it_has_its_name,
        insert_copy,
    ],
)
def test_a_row_keeps_its_stored_name(
    write: Callable[[Any], None], stage: str, pool: str, cast: Cast
) -> None:
    open_hall(cast)
    PoolEntry.objects.all().delete()
    Stage.objects.update(name=stage)
    Pool.objects.update(name=pool)
    with override("fr"):
        write(Pool.objects.get())
        if write != insert_copy:  # its pool refers to the first stage
            write(Stage.objects.get())
    assert (stored_names(), stored_names(Pool)) == ([stage], [pool])


@pytest.mark.parametrize("name", ["Liga", "League"])
def test_a_rehearsal_and_an_undone_removal_keep_the_stored_name(name: str, cast: Cast) -> None:
    ann = cast.who("ann")
    event = a_plan(cast)
    event.stages.update(name=name)
    with override("de"):
        rehearsal = rehearse_event(by=ann, event=event)
        remove_stage(by=ann, stage=event.stages.get(number=1))
        undo(by=ann, action=Action.objects.get(verb="remove_stage"))
    for each in (event, rehearsal.event):
        assert each.stages.filter(name=name).exists()
