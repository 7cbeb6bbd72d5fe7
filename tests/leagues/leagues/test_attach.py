"""An event counts for a night of a league, for another night, or for none."""

from datetime import timedelta

import pytest
from django.urls import reverse

from leagues.actions.events.events import bin_event
from leagues.actions.leagues.nights.changes import change_night, facts_of
from leagues.actions.leagues.nights.counted_event import attach_event
from leagues.actions.leagues.settings import open_league
from leagues.actions.leagues.table_previews import what_if
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.models import Action, Event, League, MatchSide, Night
from leagues.models.season_end import SeasonFinals
from leagues.reads.leagues.table.season import season_of
from scoring.season.tables import HUNGARIAN
from scoring.serialization import to_dict
from tests.cast import Cast, Page
from tests.leagues.leagues import test_ladder
from tests.leagues.leagues.mondays import FIRST, Mondays
from tests.scenes import scene


@scene
def mondays(cast: Cast) -> Mondays:
    return Mondays.open(cast, "Zoë", "Bo")


@scene
def tuesdays(cast: Cast) -> League:
    """A league that is open to all."""
    league = open_league(
        by=cast.who("ann"), club=cast.club, name="Tuesdays", is_open=True, fewest=2
    )
    Night.objects.create(league=league, on=FIRST, at="19:30")
    return league


def totals_of(league: League) -> list[float]:
    return [float(row.tour_points) for row in season_of(league).rows]


def take_back(cast: Cast) -> None:
    action = Action.objects.filter(verb="attach_event").latest("pk")
    assert preview_undo(action)
    undo(by=cast.who("olga"), action=action)


def test_an_event_in_the_wrong_league_moves_and_both_tables_follow(
    mondays: Mondays, tuesdays: League
) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    revisions = event.revision, mondays.league.revision, tuesdays.revision
    night = tuesdays.nights.get()
    ann = mondays.cast.who("ann")
    moves = what_if(
        [mondays.league, tuesdays],
        lambda: attach_event(by=ann, event=Event.objects.get(), night=night),
    )
    assert [len(each) for each in moves.values()] == [2, 2]
    assert (mondays.totals(), totals_of(tuesdays)) == ({"Zoë": 8, "Bo": 0}, [])

    attach_event(by=ann, event=event, night=night)
    assert (mondays.totals(), totals_of(tuesdays)) == ({"Zoë": 0, "Bo": 0}, [8, 0])
    mondays.league.refresh_from_db()
    tuesdays.refresh_from_db()
    now = event.revision, mondays.league.revision, tuesdays.revision
    assert all(after > before for before, after in zip(revisions, now, strict=True))

    take_back(mondays.cast)
    assert (mondays.totals(), totals_of(tuesdays)) == ({"Zoë": 8, "Bo": 0}, [])


def test_the_page_shows_first_who_moves_in_both_leagues(mondays: Mondays, tuesdays: League) -> None:
    event, night = mondays.play(1, ("Zoë", "Bo", 8, 0)), mondays.night(1)
    address = reverse("desk-league-night-event", args=["mondays", night.pk, event.pk])
    sent = {"night": tuesdays.nights.get().pk}
    shown: Page = mondays.cast.browser_of("ann").post(address, sent)

    assert shown.status_code == 200
    for name in ("Zoë · Mondays", "Bo · Mondays", "Zoë · Tuesdays", "Bo · Tuesdays"):
        assert name in shown.text
    assert Event.objects.get().night == night


def test_a_major_pays_by_its_own_table(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    attach_event(by=ann, event=event, night=mondays.night(1), own_table=to_dict(HUNGARIAN))
    assert mondays.totals()["Zoë"] == 400

    take_back(mondays.cast)
    assert mondays.totals()["Zoë"] == 8


def test_an_event_may_count_for_no_league(mondays: Mondays) -> None:
    ann = mondays.cast.who("ann")
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    attach_event(by=ann, event=event, night=None)
    assert mondays.totals() == {"Zoë": 0, "Bo": 0}
    attach_event(by=ann, event=event, night=None)
    assert Action.objects.filter(verb="attach_event").count() == 1

    take_back(mondays.cast)
    assert mondays.totals()["Zoë"] == 8


def test_an_event_in_the_bin_is_not_attached(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    bin_event(by=mondays.cast.who("ann"), event=event)
    with pytest.raises(Refused, match="bin"):
        attach_event(by=mondays.cast.who("ann"), event=event, night=None)


def test_a_correction_after_a_preview_is_read_again(mondays: Mondays, tuesdays: League) -> None:
    """A preview uses the event's next revision number and rolls back; the next act reuses it."""
    event = mondays.play(1, ("Zoë", "Bo", 8, 0))
    ann, night = mondays.cast.who("ann"), tuesdays.nights.get()
    what_if(
        [mondays.league, tuesdays],
        lambda: attach_event(by=ann, event=Event.objects.get(), night=night),
    )
    MatchSide.objects.filter(match__event=event, seat=0).update(points=6)
    event.touch()

    assert mondays.totals()["Zoë"] == 6


# --- Finals that are seeded by the table ----------------------------------------------------


@scene
def finals(mondays: Mondays) -> Event:
    """Finals for the best of the table that are not a night of the league yet."""
    event = mondays.play(2, ("Zoë", "Bo", 8, 0))
    attach_event(by=mondays.cast.who("ann"), event=event, night=None)
    SeasonFinals.objects.create(league=mondays.league, event=event)
    return event


def test_finals_seeded_by_the_table_are_no_night_of_it(mondays: Mondays, finals: Event) -> None:
    """Case 42: as night 12 they would pay the best players twice."""
    night, ann = mondays.night(2), mondays.cast.who("ann")
    before = mondays.totals()
    with pytest.raises(Refused, match="twice"):
        attach_event(by=ann, event=finals, night=night)

    assert mondays.totals() == before


def test_finals_are_a_night_that_always_counts(mondays: Mondays, finals: Event) -> None:
    """As a night they pay once, on purpose, and can't become an ordinary night."""
    night, ann = mondays.night(2), mondays.cast.who("ann")
    Night.objects.filter(pk=night.pk).update(always_counts=True)
    night = mondays.night(2)
    attach_event(by=ann, event=finals, night=night)
    assert mondays.totals() == {"Zoë": 8, "Bo": 0}

    with pytest.raises(Refused, match="always count"):
        change_night(by=ann, night=night, facts=facts_of(night) | {"always_counts": False})
    change_night(by=ann, night=night, facts=facts_of(night) | {"name": "Finals"})


def test_finals_of_one_league_may_be_a_night_of_another(
    mondays: Mondays, finals: Event, tuesdays: League
) -> None:
    night = tuesdays.nights.get()
    attach_event(by=mondays.cast.who("ann"), event=finals, night=night)

    assert totals_of(tuesdays) == [8, 0]


def test_events_of_the_day_of_a_night_are_offered_first(mondays: Mondays, finals: Event) -> None:
    night, of_the_day = mondays.night(2), Event.objects.get(pk=finals.pk)
    of_the_day.pk, of_the_day.slug, of_the_day.name = None, "apart", "Of the day"
    of_the_day.starts_at = night.starts_at
    of_the_day.save()
    Event.objects.filter(pk=finals.pk).update(starts_at=night.starts_at + timedelta(days=3))
    page = mondays.cast.browser_of("ann").get(f"/desk/leagues/mondays/calendar/{night.pk}/events/")

    names = [each.name for each in page.context["events"]]
    assert names.index("Of the day") < names.index(finals.name)


def test_the_desk_reads_why_finals_are_no_night(mondays: Mondays, finals: Event) -> None:
    night = mondays.night(2)
    address = f"/desk/leagues/mondays/calendar/{night.pk}/events/{finals.pk}/"
    page = mondays.cast.browser_of("ann").post(address, {"night": night.pk})

    assert page.status_code == 422
    assert "would reward the top players twice" in page.content.decode()


def test_dated_matches_are_no_tournament_and_their_weeks_no_night(mondays: Mondays) -> None:
    ladder = test_ladder.open_ladder(mondays.cast)
    ann: Page = mondays.cast.browser_of("ann")
    night = mondays.night(1)
    listed = ann.get(reverse("desk-league-night-events", args=["mondays", night.pk]))
    assert listed.status_code == 200
    assert ladder.name not in listed.text

    event = mondays.play(2, ("Zoë", "Bo", 6, 2))
    address = reverse("desk-league-night-event", args=["mondays", night.pk, event.pk])
    offered = ann.get(address).context_data["form"].fields["night"]
    assert {each.league for each in offered.queryset} == {mondays.league}
