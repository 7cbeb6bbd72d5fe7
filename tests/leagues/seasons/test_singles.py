"""A whole season of singles in two divisions, from its set-up to the next season."""

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from leagues.reads.leagues.needs import needs_of
from tests.cast import Cast
from tests.leagues.leagues.coming_seasons import names_by_group
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.seasons.by_pages import SeasonByPages, find_player, follow_redirect

pytestmark = [pytest.mark.django_db, pytest.mark.long]
WHO = "First:\nAda\nBo\nCy\nDi\nEd\nZoe\nSecond:\nFay\nGus\nHal\nIda\nJo"
RULES: dict[str, Any] = {"totals": "on", "a_week": "1", "catch_up_every": "0", "days_late": "30"}
# A forfeit pays 6. Ada and Zoe never played: both lost that match.
WINTER = [
    "First 1 Bo 22",
    "First 2 Ada 16",
    "First 3 Zoe 10",
    "First 4 Cy 6",
    "First 5 Ed 2",
    "First 6 Di 0",
    "Second 1 Fay 24",
    "Second 2 Gus 15",
    "Second 2 Hal 15",
    "Second 2 Ida 15",
    "Second 5 Lou 11",
]
LEVEL = "Gus, Hal and Ida are tied, and 1 of them goes up. Choose who"


@pytest.mark.rare
def test_a_season_of_singles(cast: Cast) -> None:
    for name in ("Kit", "Lou"):
        player_named(cast, name)
    with at_noon(9, 28):
        season = SeasonByPages.set_up(cast, "matches", WHO, **RULES)
    with at_noon(10, 6):  # Di plays one of five and leaves: none of hers counts
        season.result("Bo", "Di", "8-0")
        season.leaves(season.entry("Di"), usual="annul")
        season.sits_in(season.match("Gus", "Jo"), "Jo", "Lou", "good")
        put_off = {"until": "2026-12-20", "reason": "moving house"}
        follow_redirect(season.post_act("Bo", season.match("Ada", "Bo"), "put-off", **put_off))
    with at_noon(10, 27):  # Ed plays two of four: the other two get the rest
        season.result("Ada", "Ed", "8-0")
        season.sits_in(season.match("Bo", "Ed"), "Bo", "Kit", "match")
        season.result("Kit", "Ed", "6-2")
        season.leaves(season.entry("Ed"), usual="forfeit")
    with at_noon(11, 3):
        follow_redirect(season.post_act("Ada", season.match("Ada", "Cy"), "claim"))
        follow_redirect(season.post_act("Cy", season.match("Ada", "Cy"), "admit"))
        unanswered = season.match("Bo", "Cy")
        follow_redirect(season.post_act("Bo", unanswered, "claim"))
        season.pages()
    with at_noon(11, 6):
        assert any(n.match == unanswered for n in needs_of(season.league, timezone.now()))
        bo = season.seat(unanswered, "Bo")
        season.decides(unanswered, "give", winner=str(int(bo)))
        season.decides(season.match("Cy", "Zoe"), "give", winner="")
        season.plays(("Bo", "Zoe", "4-4"))
        season.plays(*(("Fay", name, "6-2") for name in ("Gus", "Hal", "Ida", "Lou")))
        season.plays(("Gus", "Hal", "5-3"), ("Hal", "Ida", "5-3"), ("Ida", "Gus", "5-3"))
        season.plays(*((name, "Lou", "5-3") for name in ("Gus", "Hal", "Ida")))
    with at_noon(12, 15):
        season.time_passes()
        assert season.match("Ada", "Zoe").ending == "forfeit"
        season.result("Bo", "Ada", "6-2")
        assert season.table == WINTER
        assert season.gives_awards() == ["Champion: Bo", "Champion: Fay"]
        season.closes()
    with at_noon(12, 16):
        then = season.next_season("Another winter")
        then.answer_invitation("Ada", "Bo", "Cy", "Zoe", "Gus", "Hal", "Ida", "Lou")
        then.answer_invitation("Fay", answer="out")
        [question] = then.plan().questions
        assert question.text == LEVEL
        then.begins(settled=[str(find_player("Hal").pk)])
        assert names_by_group(then.league) == {
            "First": "Bo Ada Zoe Hal",
            "Second": "Cy Gus Ida Lou",
        }
        then.main_pages()
        correct = season.match("Bo", "Ada")
        again = {"key": str(uuid4()), "picked": "0-8"}
        address = f"{season.home}matches/{correct.number}/totals/"
        season.ann.post(address, again)
        season.main_pages()
        assert season.table == WINTER
