"""Season points that finished events have given to their players."""

from datetime import timedelta
from fractions import Fraction

from django.utils import timezone

from leagues.models import Entry, EntryPlayer, Event, Match, Player, Pool, PoolEntry, Season
from leagues.reads.advance.season_points import season_points
from leagues.stages.entry_sources import Bands
from scoring.season import SCHEMES, FieldWeighted, Scheme
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.entries.people_in import make_event, publish_match
from tests.scenes import scene


@scene
def season(cast: Cast) -> Season:
    return Season.objects.create(
        club=cast.club, name="2026", starts_on="2026-01-01", ends_on="2026-12-31"
    )


@scene
def coming(cast: Cast) -> Event:
    return make_event(cast)


def finished_event(cast: Cast, season: Season, name: str = "Past") -> Event:
    return Event.objects.create(
        club=cast.club,
        name=name,
        slug=name.lower(),
        starts_at=timezone.now() - timedelta(days=30),
        season=season,
        state=Event.State.FINISHED,
    )


def in_pools(cast: Cast, event: Event, *pools: tuple[str, str]) -> None:
    """Add a match in each pool, won by the first name."""
    for number, names in enumerate(pools):
        there = []
        for name in names:
            player, _ = Player.objects.get_or_create(
                club=cast.club, name=name, is_guest=name.startswith("Guest")
            )
            there.append(Entry.objects.create(event=event))
            EntryPlayer.objects.create(entry=there[-1], event=event, player=player)
        match = publish_match(event, *there, points=(8, 0))
        stage = match.pairing_round.stage
        pool = Pool.objects.create(stage=stage, number=number + 1)
        for seed, entry in enumerate(there, start=1):
            PoolEntry.objects.create(pool=pool, stage=stage, entry=entry, seed=seed)
        Match.objects.filter(pk=match.pk).update(pool=pool)


def points_before(season: Season, before: Event) -> dict[str, float]:
    names = dict(Player.objects.values_list("pk", "name"))
    made = season_points(season, before=before)
    return {names[player]: float(total) for player, total in made.items()}


def test_a_guest_holds_a_place_and_is_not_paid(cast: Cast, season: Season, coming: Event) -> None:
    in_pools(cast, finished_event(cast, season), ("Guest Zoë", "Bo"))

    assert points_before(season, coming) == {"Bo": 47}


def test_the_best_of_a_lower_power_pool_keep_their_bonus(
    cast: Cast, season: Season, coming: Event
) -> None:
    """The table gives 50, 47, 45 and 43 points; pool B adds two, and one more."""
    event = finished_event(cast, season)
    in_pools(cast, event, ("Zoë", "Bo"), ("Cy", "Di"))
    event.stages.update(source=to_dict(Bands(2)))

    assert points_before(season, coming) == {"Zoë": 50, "Bo": 47, "Cy": 47, "Di": 44}


def test_groups_drawn_by_lot_are_no_lower_pools(cast: Cast, season: Season, coming: Event) -> None:
    in_pools(cast, finished_event(cast, season), ("Zoë", "Bo"), ("Cy", "Di"))

    assert points_before(season, coming) == {"Zoë": 50, "Cy": 50, "Bo": 45, "Di": 45}


def test_field_weighted_points_know_the_ratings_of_that_morning(
    cast: Cast, season: Season, coming: Event
) -> None:
    """No one is rated before the first event: a usual field. In the second all have 25."""
    scheme = Scheme(FieldWeighted(par=Fraction(25)))
    Season.objects.update(scheme=scheme.to_dict())
    season.refresh_from_db()
    first = finished_event(cast, season, "First")
    in_pools(cast, first, ("Zoë", "Bo"))
    assert points_before(season, coming) == {"Zoë": 50, "Bo": 1}

    second = finished_event(cast, season, "Second")
    Event.objects.filter(pk=second.pk).update(starts_at=timezone.now())
    in_pools(cast, second, ("Zoë", "Bo"))
    made = points_before(season, coming)
    assert made["Zoë"] > 90
    assert made["Bo"] == 2


def test_the_ready_made_field_weighted_scheme_seeds_an_event(
    cast: Cast, season: Season, coming: Event
) -> None:
    Season.objects.update(scheme=SCHEMES["field-weighted"].to_dict())
    season.refresh_from_db()
    in_pools(cast, finished_event(cast, season), ("Zoë", "Bo"))

    assert points_before(season, coming) == {"Zoë": 50, "Bo": 1}
