"""Answers for each night (in, out, maybe or late): the last one counts."""

from datetime import datetime

import pytest

from leagues.actions.leagues.joining.members import end_enrolment
from leagues.actions.people.merge import merge_players
from leagues.actions.people.people import bin_player
from leagues.actions.refusal import Refused
from leagues.models import Action, Answer, Enrolment, Event, League, Night
from leagues.reads.leagues.attendance.head_count import HeadCount, nights_to_come, read_head_count
from leagues.reads.leagues.table.season import season_of
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from scoring.season import NightMark
from tests.cast import Cast
from tests.leagues.leagues.evenings import Evening, comer_names, october_time


def test_the_last_word_counts(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo", "Gus", "Hal", "Ida")
    evening.say("Eve", "in")
    evening.say("Flo", "in")
    evening.say("Flo", "out")
    evening.say("Gus", "maybe")
    evening.say("Hal", "out")
    evening.say("Hal", "late", from_round=2)

    known = evening.known()
    assert comer_names(known.inside) == ["Eve", "Hal"]
    assert [each.from_round for each in known.inside] == [None, 2]
    assert comer_names(known.out) == ["Flo"]
    assert comer_names(known.maybe) == ["Gus"]
    assert comer_names(known.silent) == ["Ida"]
    assert known.room is None


def test_everybody_is_asked_again_for_each_night(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve")
    evening.say("Eve", "in")

    assert comer_names(read_head_count(evening.mondays.night(2), october_time(13)).silent) == [
        "Eve"
    ]


def test_the_same_answer_twice_is_kept_once(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve")
    for _press in range(2):
        evening.say("Eve", "late", from_round=2)
    evening.say("Eve", "late", from_round=3)

    assert Answer.objects.count() == 2
    assert Action.objects.filter(verb="answer_night").count() == 2


def test_in_has_no_round_to_begin_with(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve")
    evening.say("Eve", "in", from_round=3)

    assert Answer.objects.get().from_round is None


def test_regulars_are_in_unless_they_say_no(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo", "Gus", attendance="expected")
    evening.say("Flo", "out")
    evening.say("Zoe", "in")  # a guest

    assert evening.inside() == ["Eve", "Gus", "Zoe"]
    assert comer_names(evening.known().silent) == []


def test_who_is_a_member_from_a_later_night_on_is_not_expected_before(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo", attendance="expected")
    evening.mondays.enrol("Gus", first=2)
    end_enrolment(
        by=cast.who("ann"),
        enrolment=Enrolment.objects.get(player__name="Flo"),
        last=evening.mondays.night(1),
    )

    assert evening.inside() == ["Eve", "Flo"]
    assert comer_names(read_head_count(evening.mondays.night(2), october_time(13)).inside) == [
        "Eve",
        "Gus",
    ]


def test_a_player_in_the_bin_does_not_come(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo")
    evening.say("Eve")
    evening.say("Flo")
    bin_player(by=cast.who("ann"), player=evening.player("Eve"))

    assert evening.inside() == ["Flo"]


def test_answers_from_before_a_merge_belong_to_the_remaining_player(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo")
    evening.say("Evie", "in")
    plan = plan_merge(evening.player("Eve"), evening.player("Evie"))
    merge_players(by=cast.who("ann"), plan=plan, seen=mark_of(state_of_plan(plan)))
    assert evening.inside() == ["Eve"]
    assert comer_names(evening.known().silent) == ["Flo"]

    evening.say("Eve", "out")
    assert evening.inside() == []


def test_out_before_the_night_begins_is_excused_and_after_it_is_absent(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo", "Gus", "Hal", "Ida")
    evening.say("Eve", "out", october_time(19, 29, day=5))
    evening.say("Flo", "out", october_time(19, 31, day=5))
    evening.say("Gus", "out")
    evening.say("Gus", "in")
    evening.mondays.play(1, ("Hal", "Ida", 10, 4))

    season = season_of(evening.mondays.league)
    marks = {n: season.marks_of(evening.player(n).pk)[0] for n in ("Eve", "Flo", "Gus")}
    assert marks == {"Eve": NightMark.EXCUSED, "Flo": NightMark.ABSENT, "Gus": NightMark.ABSENT}


def test_an_answer_keeps_who_entered_it(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve")
    evening.say("Eve", "in", by=cast.who("ann"))
    evening.say("Eve", "out", by=cast.who("ben"))
    evening.say("Eve", "in")

    entered_by = Answer.objects.order_by("pk").values_list("user", "answered_by")
    assert list(entered_by) == [(cast.ann.pk, None), (cast.ben.pk, cast.ben_plays.pk), (None, None)]


def test_a_night_that_is_cancelled_or_over_takes_no_answer(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo")
    evening.say("Eve", "in", october_time(5, 59, day=6))  # some play long
    with pytest.raises(Refused, match="finished"):
        evening.say("Flo", "in", october_time(6, day=6))
    event = evening.mondays.play(1, ("Eve", "Flo", 10, 4))
    with pytest.raises(Refused, match="finished"):
        evening.say("Flo", "in", october_time(21, day=5))

    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    evening.say("Flo", "late", october_time(21, day=5), from_round=3)
    Night.objects.update(is_cancelled=True)
    with pytest.raises(Refused, match="cancelled"):
        evening.say("Flo", "out", october_time(21, 30, day=5))
    assert Answer.objects.count() == 2


def next_count(league: League, now: datetime) -> HeadCount | None:
    return next((read_head_count(night, now) for night in nights_to_come([league], now)), None)


def test_the_head_count_is_that_of_the_next_night(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo", "Gus", most=16)
    evening.say("Eve")
    evening.say("Flo")
    count = next_count(evening.mondays.league, october_time(13))
    assert count is not None
    assert (count.night, len(count.inside), count.room) == (evening.night, 2, 14)

    Night.objects.filter(pk=evening.night.pk).update(is_cancelled=True)
    count = next_count(evening.mondays.league, october_time(13))
    assert count is not None
    assert (count.night, len(count.inside)) == (evening.mondays.night(2), 0)

    assert next_count(evening.mondays.league, october_time(7, day=20)) is None


def test_a_night_that_is_on_is_not_the_next_one(cast: Cast) -> None:
    evening = Evening.open(cast, "Eve", "Flo")
    event = evening.mondays.play(1, ("Eve", "Flo", 10, 4), state=Event.State.PLANNED)
    nights = [evening.mondays.night(n) for n in (1, 2)]
    counts = [next_count(evening.mondays.league, october_time(20, day=5))]
    Event.objects.filter(pk=event.pk).update(state=Event.State.RUNNING)
    counts.append(next_count(evening.mondays.league, october_time(20, day=5)))

    assert [each.night for each in counts if each] == nights


def test_reading_who_comes_asks_as_much_for_many_as_for_few(
    cast: Cast, django_assert_num_queries: object
) -> None:
    evening = Evening.open(cast, "Eve", most=4)
    for number in range(12):
        evening.say(f"Guest {number}")

    night = evening.night
    with django_assert_num_queries(3):  # type: ignore[operator]
        known = read_head_count(night, october_time(13))
        assert len(known.inside) == 4
        assert len(known.waiting) == 8
