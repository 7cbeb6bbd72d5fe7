"""Open shots alone: counted, kept on one's own page, and nowhere else."""

import pytest
from django.test import Client

from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.models import Action, Player, ShotDrill
from leagues.reads.people.drills import own_drills
from tests.cast import Cast, Page

pytestmark = pytest.mark.django_db


def drill_address(cast: Cast) -> str:
    return f"/me/{cast.cats_token}/drill/"


def enter_drill(cast: Cast, made: object, shots: object = 12, seconds: object = "") -> Page:
    typed = {"twenties": str(made), "shots": str(shots), "seconds": str(seconds)}
    return Client().post(drill_address(cast), typed, follow=True)


def test_a_drill_is_shown_beside_the_best(cast: Cast) -> None:
    answers = [
        (enter_drill(cast, 7), "7 of 12. That’s your first drill with this many shots."),
        (enter_drill(cast, 9), "9 of 12: your best so far."),
        (enter_drill(cast, 8), "8 of 12. Your best is 9 of 12."),
        (enter_drill(cast, 9, seconds=50), "9 of 12 in 50 seconds: your best so far."),
        (enter_drill(cast, 9, seconds=55), "Your best is 9 of 12 in 50 seconds."),
        (enter_drill(cast, 3, shots=4), "3 of 4. That’s your first drill with this many shots."),
    ]
    for page, sentence in answers:
        assert sentence in page.text
    drills = own_drills(cast.cat_plays)
    assert (len(drills.lines), drills.shots) == (6, 4)  # as many as the last time
    assert "3 of 4" in Client().get(f"/me/{cast.cats_token}/").text


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ((13, 12), "Enter no more 20s than shots."),
        (("", 12), "This field is required."),
        ((5, 0), "greater than or equal to 1"),
        ((5, 97), "less than or equal to 96"),
        (("x", 12), "Enter a whole number."),
        ((5, 12, 0), "greater than or equal to 1"),
    ],
)
def test_nonsense_is_refused_and_kept(cast: Cast, typed: tuple[object, ...], why: str) -> None:
    page = enter_drill(cast, *typed)
    assert (page.status_code, why in page.text) == (422, True)
    assert f'value="{typed[1]}"' in page.text
    assert not ShotDrill.objects.exists()


def test_it_is_taken_out_and_the_log_brings_it_back(cast: Cast) -> None:
    enter_drill(cast, 7)
    drill = ShotDrill.objects.get()
    answer = Client().post(f"{drill_address(cast)}{drill.pk}/remove/")
    assert answer["Location"] == drill_address(cast)
    assert not ShotDrill.objects.exists()
    removed = Action.objects.get(verb="remove_drill")
    assert sentence_of(removed.verb, removed.details) == (
        "Removed a 20s drill of Cat van der Berg: 7 of 12."
    )
    undo(by=cast.who("ann"), action=removed)
    assert ShotDrill.objects.get() == drill
    undo(by=cast.who("ann"), action=Action.objects.get(verb="note_drill"))
    assert not ShotDrill.objects.exists()


def test_no_one_sees_or_removes_drills_of_others(cast: Cast) -> None:
    enter_drill(cast, 7)
    drill = ShotDrill.objects.get()
    ben = cast.browser_of("ben")
    assert ben.post(f"/me/drill/{drill.pk}/remove/").status_code == 404
    assert "7 of 12" not in ben.get("/me/drill/").text
    assert "7 of 12" not in Client().get(cast.cat_plays.get_absolute_url()).text


def test_who_was_found_to_be_the_same_shot_it_too(cast: Cast) -> None:
    double = Player.objects.create(club=cast.club, name="Cat", merged_into=cast.cat_plays)
    ShotDrill.objects.create(player=double, twenties=5)
    assert own_drills(cast.cat_plays).best.twenties == 5  # type: ignore[union-attr]
