"""What the database refuses, and what it must accept."""

import uuid
from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from leagues.models import (
    Action,
    Alias,
    ApiToken,
    Arrival,
    Award,
    Board,
    CalendarAddress,
    Club,
    ClubPicture,
    CountOffer,
    DateChange,
    DatedMatch,
    DateOffer,
    DaySum,
    Due,
    Entry,
    EntryPlayer,
    Event,
    EventAward,
    EventSum,
    FinalRow,
    Follow,
    Guardian,
    Invitation,
    KeepApart,
    Kiosk,
    League,
    Mail,
    Match,
    MatchSide,
    MeetingLineUp,
    Membership,
    Mute,
    Night,
    NoShowClaim,
    Offer,
    OwnText,
    PairingRound,
    PairSum,
    PersonalLink,
    Player,
    Pool,
    PoolEntry,
    PushAddress,
    Rehearsal,
    Round,
    ScoringPhone,
    Screen,
    Season,
    SeasonFinals,
    SentNews,
    ShotDrill,
    SideEntry,
    SidePlayer,
    Stage,
    TeamBoard,
    TotalsReport,
    User,
    Webhook,
    WebhookDelivery,
)
from tests.leagues.site.model_rows import World, make_event, make_report

pytestmark = pytest.mark.django_db


def create_row(model: type[models.Model], **facts: Any) -> models.Model:
    made: models.Model = model._default_manager.create(**facts)
    return made


def create_twice(model: type[models.Model], **facts: Any) -> None:
    create_row(model, **facts)
    create_row(model, **facts)


def make_night(world: World) -> Night:
    league = League.objects.create(club=world.club, name="Mondays", slug="mondays")
    return Night.objects.create(league=league, on=date(2026, 10, 5), at=time(19, 30))


def dated_match(world: World) -> models.Model:
    due = date(2026, 10, 11)
    return create_row(DatedMatch, match=world.match, week=make_night(world), due_on=due)


def count_offer(world: World) -> dict[str, Any]:
    return {
        "friendly": world.match,
        "league": make_night(world).league,
        "seat": 0,
        "player": world.ann,
        "until": timezone.now(),
    }


def team_board(world: World, match: Match) -> models.Model:
    return create_row(TeamBoard, match=match, meeting=world.match, number=1)


def paid_twice_for_a_night(world: World) -> None:
    there = make_night(world)
    create_twice(Due, league=there.league, night=there, player=world.ann, state="paid")


def pair_sum(world: World) -> dict[str, Any]:
    return {
        "event": world.event,
        "one": world.ann,
        "other": world.ben,
        "best_game": 8,
        "best_game_match": world.match,
    }


def another_match(world: World, **facts: Any) -> Match:
    return Match.objects.create(
        event=world.event, pairing_round=world.pairing_round, **{"number": 2, **facts}
    )


def add_entry_player(world: World, number: int, player: Player, entry: Entry) -> None:
    EntryPlayer.objects.create(entry=entry, event=world.event, player=player, number=number)


def put_in_pool(world: World, pool: Pool, entry: Entry, seed: int) -> None:
    PoolEntry.objects.create(pool=pool, stage=world.stage, entry=entry, seed=seed)


def plays_twice_at_once(world: World) -> None:
    later = another_match(world)
    for match in (world.match, later):
        side = MatchSide.objects.create(match=match, seat=2)
        SideEntry.objects.create(side=side, pairing_round=world.pairing_round, entry=world.entry)


def plays_themselves(world: World) -> None:
    for side in (world.side, world.other_side):
        SidePlayer.objects.create(side=side, match=world.match, player=world.ann)


def two_on_one_chair(world: World) -> None:
    for player in (world.ann, world.ben):
        SidePlayer.objects.create(side=world.side, match=world.match, player=player)


def enters_twice(world: World) -> None:
    add_entry_player(world, 1, world.ann, world.entry)
    add_entry_player(world, 1, world.ann, world.other_entry)


def two_first_in_a_pair(world: World) -> None:
    add_entry_player(world, 1, world.ann, world.entry)
    add_entry_player(world, 1, world.ben, world.entry)


def in_two_pools(world: World) -> None:
    second = Pool.objects.create(stage=world.stage, number=2)
    put_in_pool(world, world.pool, world.entry, 1)
    put_in_pool(world, second, world.entry, 1)


def seeded_alike_in_a_pool(world: World) -> None:
    put_in_pool(world, world.pool, world.entry, 1)
    put_in_pool(world, world.pool, world.other_entry, 1)


def one_key_for_two_reports(world: World) -> None:
    key = uuid.uuid4()
    make_report(world, key=key)
    make_report(world, key=key, claim={"points": [0, 2]})


def one_account_for_two_players(world: World) -> None:
    Player.objects.filter(pk__in=[world.ann.pk, world.ben.pk]).update(user=world.user)


def kept_apart(world: World, one: Entry, other: Entry) -> KeepApart:
    return KeepApart.objects.create(event=world.event, one=one, other=other)


def undone_twice(world: World) -> None:
    done = Action.objects.create(club=world.club, verb="draw")
    create_twice(Action, club=world.club, verb="undo", undoes=done)


# Each name is a constraint, or a field that is unique; each value is nonsense.
def push_address(endpoint_hash: str) -> PushAddress:
    return PushAddress.objects.create(
        endpoint="https://push.example/1", endpoint_hash=endpoint_hash
    )


def make_webhook(w: World) -> Webhook:
    return Webhook.objects.create(club=w.club, address="https://board.example/", made_by=w.user)


def picture_fields(world: World, **facts: str) -> dict[str, Any]:
    measured = {"digest": "a", "media_type": "image/png", "width": 1, "height": 1}
    return {"club": world.club, "data": b"", **measured, **facts}


REFUSED: dict[str, Callable[[World], Any]] = {
    "one_home_club": lambda w: create_row(Club, name="B", slug="b", is_home=True),
    "own_text_once": lambda w: create_twice(OwnText, club=w.club, language="de", message="Board"),
    "one_role_per_person_and_club": lambda w: create_twice(
        Membership, club=w.club, user=w.user, role="owner"
    ),
    "role_is_known": lambda w: create_row(Membership, club=w.club, user=w.user, role="king"),
    "player_has_a_name": lambda w: create_row(Player, club=w.club, name=""),
    "player_is_not_merged_into_themselves": lambda w: Player.objects.filter(pk=w.ann.pk).update(
        merged_into=w.ann.pk
    ),
    "former_member_is_in_the_bin": lambda w: Player.objects.filter(pk=w.ann.pk).update(
        former_since=timezone.now()
    ),
    "alias_once": lambda w: [
        create_row(Alias, player=w.ann, name=name) for name in ("Annie", "ANNIE")
    ],
    "season_name_once_per_club": lambda w: create_twice(
        Season, club=w.club, name="2026–27", starts_on=date(2026, 9, 1), ends_on=date(2027, 6, 1)
    ),
    "season_ends_after_it_starts": lambda w: create_row(
        Season, club=w.club, name="2026–27", starts_on=date(2026, 9, 1), ends_on=date(2026, 8, 31)
    ),
    "board_number_once_per_club": lambda w: create_row(Board, club=w.club, number=1),
    "team_board_number_once": lambda w: [
        team_board(w, another_match(w)),
        team_board(w, another_match(w, number=3)),
    ],
    "one_line_up_of_a_team_in_a_meeting": lambda w: create_twice(
        MeetingLineUp, meeting=w.match, entry=w.entry
    ),
    "league_has_a_name": lambda w: create_row(League, club=w.club, name="", slug="x"),
    "League.slug": lambda w: create_twice(League, club=w.club, name="Mondays", slug="x"),
    "arrives_once_at_a_night": lambda w: create_twice(Arrival, night=make_night(w), player=w.ann),
    "one_open_offer_per_player": lambda w: create_twice(
        Offer, night=make_night(w), player=w.ann, until=timezone.now()
    ),
    "one_open_date_offer_per_match": lambda w: create_twice(
        DateOffer, dated=dated_match(w), on=date(2026, 11, 21)
    ),
    "one_claim_at_a_time_per_match": lambda w: create_twice(
        NoShowClaim, dated=dated_match(w), answer_by=timezone.now()
    ),
    "one_count_offer_at_a_time_per_friendly": lambda w: create_twice(CountOffer, **count_offer(w)),
    "count_offer_seat_is_a_seat": lambda w: create_row(CountOffer, **count_offer(w) | {"seat": 2}),
    "drill_has_no_more_20s_than_shots": lambda w: create_row(
        ShotDrill, player=w.ann, twenties=13, shots=12
    ),
    "League.event": lambda w: [
        create_row(League, club=w.club, name=name, slug=name, event=w.event) for name in "ab"
    ],
    "SeasonFinals.event": lambda w: create_twice(
        SeasonFinals, league=make_night(w).league, event=w.event
    ),
    "award_once": lambda w: create_twice(
        Award, league=make_night(w).league, kind="champion", player=w.ann
    ),
    "final_row_once": lambda w: create_twice(
        FinalRow, league=make_night(w).league, number=1, place=1, total="40", played=5
    ),
    "season_due_once_per_player": lambda w: create_twice(
        Due, league=make_night(w).league, player=w.ann, state="paid"
    ),
    "night_due_once_per_player": paid_twice_for_a_night,
    "membership_due_once_per_player": lambda w: create_twice(
        Due, year=2026, player=w.ann, state="paid"
    ),
    "due_is_of_a_league_or_a_year": lambda w: create_row(Due, player=w.ann, state="paid"),
    "part_of_a_due_says_how_much": lambda w: create_row(
        Due, league=make_night(w).league, player=w.ann, state="part"
    ),
    "dated_match_has_a_day_for_its_time": lambda w: create_row(
        DatedMatch, match=w.match, week=make_night(w), due_on=date(2026, 10, 11), at=time(19, 30)
    ),
    "TotalsReport.key": lambda w: create_twice(
        TotalsReport, match=w.match, key=uuid.UUID(int=1), points=[5, 3]
    ),
    "totals_seat_is_a_seat": lambda w: create_row(
        TotalsReport, match=w.match, key=uuid.UUID(int=1), points=[5, 3], seat=2
    ),
    "event_has_a_name": lambda w: create_row(
        Event, club=w.club, name="", slug="x", starts_at=timezone.now()
    ),
    "Event.rehearsal_of": lambda w: [
        create_row(
            Event,
            club=w.club,
            name=slug,
            slug=slug,
            starts_at=timezone.now(),
            visibility=Event.Visibility.PRIVATE,
            rehearsal_of=w.event,
        )
        for slug in ("x", "y")
    ],
    "Rehearsal.event": lambda w: create_twice(Rehearsal, event=w.event),
    "rehearsal_is_private": lambda w: Event.objects.filter(pk=w.event.pk).update(
        rehearsal_of=w.event, visibility="public"
    ),
    "seed_once_per_event": lambda w: create_row(Entry, event=w.event, seed=1),
    "player_enters_an_event_once": enters_twice,
    "line_up_number_once": two_first_in_a_pair,
    "stage_number_once_per_event": lambda w: create_row(
        Stage, event=w.event, number=1, name="Again", format="swiss"
    ),
    "pool_number_once_per_stage": lambda w: create_row(Pool, stage=w.stage, number=1),
    "entry_in_one_pool_of_a_stage": in_two_pools,
    "seed_once_per_pool": seeded_alike_in_a_pool,
    "kept_apart_once": lambda w: [kept_apart(w, w.entry, w.other_entry) for _ in range(2)],
    "kept_apart_in_order": lambda w: kept_apart(w, w.other_entry, w.entry),
    "CalendarAddress.player": lambda w: create_twice(CalendarAddress, player=w.ann),
    "one_open_link_per_player": lambda w: [
        create_row(PersonalLink, player=w.ann, token_hash=secret) for secret in "ab"
    ],
    "invitation_role_is_known": lambda w: create_row(
        Invitation, club=w.club, role="king", made_by=w.user, token_hash="a"
    ),
    "api_token_may_something": lambda w: create_row(
        ApiToken, club=w.club, name="App", made_by=w.user, token_hash="a"
    ),
    "pairing_round_number_once_per_stage": lambda w: create_row(
        PairingRound, stage=w.stage, number=1
    ),
    "match_number_once_per_event": lambda w: create_row(
        Match, event=w.event, pairing_round=w.pairing_round, number=1
    ),
    "board_used_by_one_match_at_a_time": lambda w: another_match(w, board=w.board, state="playing"),
    "first_is_a_seat": lambda w: another_match(w, first=4),
    "winner_is_a_seat": lambda w: another_match(w, winner=4),
    "finished_match_has_an_ending": lambda w: another_match(w, state="finished"),
    "seat_once_per_match": lambda w: create_row(MatchSide, match=w.match, seat=0),
    "match_has_two_to_four_seats": lambda w: create_row(MatchSide, match=w.match, seat=4),
    "entry_once_per_pairing_round": plays_twice_at_once,
    "nobody_plays_themselves": plays_themselves,
    "side_number_once": two_on_one_chair,
    "round_once_per_game": lambda w: create_twice(Round, match=w.match, number=1, first=0),
    "round_first_is_a_seat": lambda w: create_row(Round, match=w.match, number=1, first=4),
    "report_seat_is_a_seat": lambda w: make_report(w, seat=4),
    "one_scoring_phone_per_side": lambda w: [
        create_row(ScoringPhone, match=w.match, seat=0, device=uuid.uuid4()) for _ in range(2)
    ],
    "phone_seat_is_a_seat": lambda w: create_row(
        ScoringPhone, match=w.match, seat=4, device=uuid.uuid4()
    ),
    "followed_once": lambda w: create_twice(Follow, address=push_address("a"), player=w.ann),
    "screen_has_a_code_until_paired": lambda w: create_row(
        Screen, event=w.event, token_hash="a", code="ABCDEF", paired_at=timezone.now()
    ),
    "mail_about_it_once": lambda w: create_twice(Mail, kind="reminder", about="offer-1"),
    "Mail.key": lambda w: create_twice(Mail, key=uuid.UUID(int=1), kind="link"),
    "mail_claimed_until_a_time": lambda w: create_row(
        Mail, kind="link", claimed_by=uuid.UUID(int=1)
    ),
    "webhook_address_once": lambda w: create_twice(
        Webhook, club=w.club, address="https://board.example/", made_by=w.user
    ),
    "WebhookDelivery.key": lambda w: create_twice(
        WebhookDelivery, webhook=make_webhook(w), kind="test", key=uuid.UUID(int=1)
    ),
    "delivery_claimed_until_a_time": lambda w: create_row(
        WebhookDelivery, webhook=make_webhook(w), kind="test", claimed_by=uuid.UUID(int=1)
    ),
    "Kiosk.token_hash": lambda w: create_twice(Kiosk, board=w.board, token_hash="a"),
    "PushAddress.endpoint_hash": lambda w: [push_address("a") for _ in range(2)],
    "Screen.token_hash": lambda w: create_twice(Screen, event=w.event, token_hash="a"),
    "Screen.code": lambda w: [
        create_row(Screen, event=w.event, token_hash=token, code="ABCDEF") for token in "ab"
    ],
    "User.email": lambda w: User.objects.create_user("ann@example.org"),
    "Club.slug": lambda w: create_row(Club, name="B", slug="westport"),
    "club_picture_kind_is_known": lambda w: create_row(
        ClubPicture, **picture_fields(w, kind="map")
    ),
    "one_logo_per_club": lambda w: [
        create_row(ClubPicture, **picture_fields(w, kind="logo", digest=digest)) for digest in "ab"
    ],
    "club_picture_once": lambda w: create_twice(ClubPicture, **picture_fields(w, kind="photo")),
    "Player.user": one_account_for_two_players,
    "Event.slug": lambda w: make_event(w.club),
    "PersonalLink.token_hash": lambda w: [
        create_row(PersonalLink, player=player, token_hash="a") for player in (w.ann, w.ben)
    ],
    "Invitation.token_hash": lambda w: create_twice(
        Invitation, club=w.club, role="scorer", made_by=w.user, token_hash="a"
    ),
    "ApiToken.token_hash": lambda w: create_twice(
        ApiToken, club=w.club, name="App", reports=True, made_by=w.user, token_hash="a"
    ),
    "Action.undoes": undone_twice,
    "RoundReport.key": one_key_for_two_reports,
    "event_sum_once_per_player": lambda w: create_twice(EventSum, event=w.event, player=w.ann),
    "event_award_once": lambda w: create_twice(
        EventAward, event=w.event, player=w.ann, kind="run", figure=3
    ),
    "day_sum_once_per_player": lambda w: create_twice(
        DaySum, club=w.club, player=w.ann, day=date(2026, 11, 21)
    ),
    "SentNews.key": lambda w: create_twice(SentNews, key="change-1-0"),
    "change_of_night_or_event": lambda w: create_row(
        DateChange, before={}, sent={}, quiet_until=timezone.now(), ends_at=timezone.now()
    ),
    "guardian_once": lambda w: create_twice(Guardian, user=w.user, player=w.ann),
    "muted_once": lambda w: create_twice(Mute, player=w.ann, topic="club", channel="mail"),
    "pair_sum_once_per_event": lambda w: create_twice(PairSum, **pair_sum(w)),
    "pair_sum_in_order": lambda w: create_row(
        PairSum, **pair_sum(w) | {"one": w.ben, "other": w.ann}
    ),
}


def constraint_names() -> set[str]:
    ours = list(apps.get_app_config("leagues").get_models())
    return {c.name for model in ours for c in model._meta.constraints} | {
        f"{model.__name__}.{field.name}"
        for model in ours
        for field in model._meta.fields
        if field.unique and not field.primary_key
    }


# --- Each name is a constraint, or a field that is unique; each value is nonsense --------


def test_every_constraint_is_tried() -> None:
    untried = sorted(constraint_names() - REFUSED.keys())
    gone = sorted(REFUSED.keys() - constraint_names())
    assert not untried, f"say in REFUSED, tests/leagues/site/test_models.py, what {untried} refuse"
    assert not gone, f"take {gone} out of REFUSED, tests/leagues/site/test_models.py"


@pytest.mark.parametrize("name", REFUSED)
def test_the_database_refuses(name: str, world: World) -> None:
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        REFUSED[name](world)
    if "." not in name and connection.vendor == "postgresql":
        assert name in str(refusal.value)


# --- What it must not refuse -------------------------------------------------------------


def test_a_board_is_free_again_when_its_match_is_over(world: World) -> None:
    Match.objects.filter(pk=world.match.pk).update(state="finished", ending="played")

    another_match(world, board=world.board, state=Match.State.PLAYING)


def test_a_board_may_be_planned_for_many_matches(world: World) -> None:
    another_match(world, board=world.board)


def test_up_to_four_sit_at_a_board(world: World) -> None:
    for seat in (2, 3):
        MatchSide.objects.create(match=world.match, seat=seat)

    assert [side.seat for side in world.match.sides.all()] == [0, 1, 2, 3]


def test_redrawn_partners_earn_on_one_side(world: World) -> None:
    for entry in (world.entry, world.other_entry):
        SideEntry.objects.create(side=world.side, pairing_round=world.pairing_round, entry=entry)


def test_entries_without_a_seed_are_many(world: World) -> None:
    for _ in range(2):
        Entry.objects.create(event=world.event)


def test_other_clubs_are_many(world: World) -> None:
    for slug in ("eastport", "northport"):
        Club.objects.create(name=slug, slug=slug)
