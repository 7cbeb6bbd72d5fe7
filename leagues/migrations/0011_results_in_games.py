from typing import Any

from django.db import migrations, models

from leagues.stages.stage_plan import match_format
from scoring.matches import MatchFormat, state_as_recorded
from scoring.presets import SINGLES
from scoring.rules import GameRule
from scoring.sides import BySeat, Seat

THREE = 3


def tell_in_games(apps: Any, _schema: Any) -> None:
    """Matches of several games that were played before are told in games too."""
    for stage in apps.get_model("leagues", "Stage").objects.select_related("event"):
        if not stage.match_format:
            continue
        rules = stage.event.rules
        sheet = GameRule.from_dict(rules["rule"]) if rules else SINGLES
        played_by = match_format(stage.match_format, sheet)
        matches = apps.get_model("leagues", "Match").objects.exclude(ending="bye")
        for match in matches.filter(pairing_round__stage=stage):
            _tell(match, played_by)


def _tell(match: Any, played_by: MatchFormat) -> None:
    in_order = match.rounds.order_by("game", "number")
    points = [BySeat(*each.points) for each in in_order if each.points is not None]
    if match.ending not in ("", "played"):
        points = _without_play(played_by, match.winner)
    at = state_as_recorded(played_by, points)
    if not at.in_games and at.result == at.points:
        return
    by_game = at.by_game if match.ending in ("", "played") else ()
    for side in match.sides.all():
        side.told = at.result[side.seat]
        side.by_game = [game[side.seat] for game in by_game]
        side.save(update_fields=["told", "by_game"])


def _without_play(played_by: MatchFormat, winner: int | None) -> list[BySeat[int]]:
    points: list[BySeat[int]] = []
    if winner is not None and played_by.in_games:
        best = played_by.rule.best_round(Seat(winner))
        while not state_as_recorded(played_by, points).over:
            points.append(best)
    return points


def seat_all_in_heats(apps: Any, _schema: Any) -> None:
    """Heats that are not drawn yet mix boards of three and four where the sheet pays both."""
    heats = apps.get_model("leagues", "Stage").objects.filter(
        format="heats", pairing_rounds=None
    )
    for stage in heats.select_related("event"):
        pays = (stage.event.rules or {}).get("rule", {}).get("pays", {})
        if pays.get("kind") == "places" and len(pays.get("by_place", ())) > THREE:
            stage.options["mixed"] = True
            stage.save(update_fields=["options"])


class Migration(migrations.Migration):
    dependencies = [("leagues", "0010_ranking_of_a_stage")]

    operations = [
        migrations.AddField(
            model_name="matchside",
            name="by_game",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="The points of each game, where several.",
            ),
        ),
        migrations.AddField(
            model_name="matchside",
            name="told",
            field=models.PositiveIntegerField(
                blank=True,
                help_text="The result where it is not the points: games won.",
                null=True,
            ),
        ),
        migrations.RunPython(tell_in_games, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(seat_all_in_heats, migrations.RunPython.noop, elidable=True),
    ]
