"""A best of three is shown as games won, 2–1, with the points of each game below."""

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import undo
from leagues.actions.play.endings import give_walkover, reopen_match, stop_match
from leagues.actions.refusal import Refused
from leagues.actions.results.corrections import correct_match
from leagues.models import Action, Match, Stage
from leagues.reads import format_of, tables_of
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.phones.news import _result_title
from leagues.reads.play.card import card_mark
from leagues.reads.play.result_text import result_of
from leagues.reads.play.typed_cards import read_line
from leagues.stages.pairing_ways import Knockout, PairingWay, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.days.hall import NOON, Hall
from tests.scenes import scene

pytestmark = pytest.mark.django_db

# Player 1 wins two games of three with 12 points against 14.
TWO_ONE = "20 02 20 02 20  02 02 02  20 02 20 02 20"
IN_GAMES = "6–4, 0–6, 6–4"
BEST_OF_THREE = "best-of-3-to-5"


@scene
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=2)


def best_of_three(hall: Hall, way: PairingWay | None = None) -> Match:
    """The only match of a stage, at a board."""
    stage = hall.stage("Final", way or Knockout())
    Stage.objects.filter(pk=stage.pk).update(match_format={"name": BEST_OF_THREE})
    stage.refresh_from_db()
    if way is None:
        hall.seat(stage, [hall.entries])
        sync_brackets(stage)
    else:
        hall.draw(stage)
    return Match.objects.with_sides().get(pairing_round__stage=stage)


def claims_of(card: str, match: Match) -> list[Any]:
    return [read_line(line, format_of(match).rule) for line in card.split()]


def play_match(hall: Hall, match: Match, card: str = TWO_ONE) -> Match:
    hall.enter_card(match, claims_of(card, match))
    return Match.objects.with_sides().get(pk=match.pk)


def text_of(answer: Any) -> str:
    """A page's text on one line, without its markup."""
    text = re.sub(r"<(script|style).*?</\1>", "", answer.content.decode(), flags=re.S)
    plain = html.unescape(re.sub(r"<[^>]+>", " ", text))
    return re.sub(r"\s*–\s*", "–", " ".join(plain.split()))


def test_the_winner_has_more_games_whatever_the_points(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall))
    first, second = match.sides.all()

    assert match.winner == 0
    assert (first.points, second.points) == (12, 14)
    assert (first.result, second.result) == (2, 1)
    assert result_of([first, second]) == f"2–1 ({IN_GAMES})"


def test_a_match_of_one_game_is_shown_in_points(hall: Hall) -> None:
    stage = hall.stage("League", RoundRobin())
    hall.draw(stage)
    match = play_match(hall, Match.objects.get(), "20 11 11 02")

    assert result_of(list(match.sides.all())) == "4–4"
    assert [side.other_result for side in match.sides.all()] == [None, None]


def test_a_shoot_out_alone_is_shown_in_20s(hall: Hall) -> None:
    match = best_of_three(hall)
    Stage.objects.update(match_format={"name": "shoot-out"})
    hall.enter_card(Match.objects.get(pk=match.pk), [{"points": [7, 7]}, {"points": [1, 0]}])

    assert result_of(list(match.sides.order_by("seat"))) == "8–7"


@pytest.mark.parametrize(
    ("name", "by_number"),
    [
        ("matches", False),
        ("match", True),
        ("event", False),
        ("overlay_match", True),
        ("event_matches", False),
        ("desk_match", True),
    ],
)
def test_every_page_tells_games_and_what_they_came_to(
    name: str, by_number: bool, hall: Hall, cast: Cast
) -> None:
    match = play_match(hall, best_of_three(hall))
    more = [match.number] if by_number else []
    address = reverse(name, args=[hall.event.slug, *more])
    shown = text_of(cast.browser_of("ann").get(address, follow=True))

    assert IN_GAMES in shown
    assert "12–14" not in shown
    assert re.search(r"2–1|Player 1 (won )?2 .*Player 2 1", shown), shown


def test_a_player_page_tells_games(hall: Hall, cast: Cast) -> None:
    match = play_match(hall, best_of_three(hall))
    player = match.sides.all()[1].players.get()
    shown = text_of(cast.browser_of("stranger").get(player.get_absolute_url()))

    assert "1–2 against Player 1" in shown
    assert "4–6, 6–0, 4–6" in shown or IN_GAMES in shown


def test_the_desk_shows_games_when_a_card_is_saved(hall: Hall, cast: Cast) -> None:
    match, ann = best_of_three(hall), cast.browser_of("ann")
    path = f"/desk/events/{hall.event.slug}/play/card/"
    typed: dict[str, Any] = {
        "match": match.number,
        "card": TWO_ONE.replace("  ", " ").replace(" ", "\n"),
        "key": str(uuid4()),
        "seen": card_mark(match),
    }
    running = ann.get(f"{path}sum/", typed)
    assert f"2–1 {IN_GAMES}" in text_of(running)

    saved = ann.post(path, typed, follow=True, headers={"HX-Request": "true"})
    assert f"2–1 ({IN_GAMES}). Saved." in text_of(saved)


def test_the_wall_and_the_desk_say_it_while_it_is_played(hall: Hall, cast: Cast) -> None:
    match = play_match(hall, best_of_three(hall), "20 20 20 02 11")
    board = match.board
    assert board is not None
    ann = cast.browser_of("ann")

    assert "6–0, 1–3" in text_of(ann.get(f"/desk/events/{hall.event.slug}/play/"))
    assert "6–0, 1–3" in text_of(ann.get(f"/events/{hall.event.slug}/matches/"))


def test_a_follower_is_notified_in_games(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall))
    mine, other = match.sides.all()
    player = other.players.get()

    title = _result_title(player, MyMatch.of(match, {other.pk}))
    assert title == "Player 2 lost 1–2 against Player 1"
    assert MyMatch.of(match, {other.pk}).sides == (other, mine)


def test_the_log_shows_games(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall))
    correct_match(
        by=hall.by,
        match=match,
        key=uuid4(),
        claims=claims_of("02 02 02 02 02 02", match),
        seen=card_mark(match),
        reason="read upside down",
        made_at=NOON,
    )
    line = Action.objects.filter(verb="correct_match").get()

    assert f"from 2–1 ({IN_GAMES}) to 0–2 (0–6, 0–6)" in sentence_of(line.verb, line.details)


def test_a_walkover_is_two_games_to_none(hall: Hall) -> None:
    match = best_of_three(hall)
    give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 12))

    assert result_of(list(match.sides.order_by("seat"))) == "0–2"
    line = Action.objects.filter(verb="give_walkover").get()
    assert "walkover for side" in sentence_of(line.verb, line.details)
    undo(by=hall.by, action=line)
    sides = match.sides.order_by("seat")
    assert [(side.other_result, side.by_game) for side in sides] == [(0, []), (0, [])]


def test_who_leads_in_games_has_won_a_match_that_is_stopped(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall), "20 02 20 02 20  02 02")
    assert [side.points for side in match.sides.all()] == [6, 8]
    stop_match(by=hall.by, match=match)
    match.refresh_from_db()

    assert match.winner == 0, "one game to none, whatever the points"


def test_tied_in_games_the_running_game_decides(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall), "20 20 20  02 02 02  11 02")
    stop_match(by=hall.by, match=match)
    match.refresh_from_db()
    assert match.winner == 1


@pytest.mark.parametrize("third", ["", "11"])
def test_fully_tied_no_side_leads_and_a_bracket_needs_a_winner(hall: Hall, third: str) -> None:
    match = play_match(hall, best_of_three(hall), f"20 20 20  02 02 02  {third}")
    with pytest.raises(Refused, match="one side has to advance"):
        stop_match(by=hall.by, match=match)


def test_tables_keep_their_points(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall, RoundRobin()))
    table = tables_of(match.pairing_round.stage)[0]

    assert [line.row.points for line in table.lines] == [14, 12]


def test_a_reopened_match_shows_what_was_played(hall: Hall) -> None:
    match = play_match(hall, best_of_three(hall), "20 20 20 02")
    give_walkover(by=hall.by, match=match, winner=Seat.B, points=BySeat(0, 12))
    match.refresh_from_db()
    reopen_match(match)

    assert result_of(list(match.sides.order_by("seat"))) == "1–0 (6–0, 0–2)"
