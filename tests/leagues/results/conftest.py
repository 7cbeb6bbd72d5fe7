"""Scenes of the tests of corrections."""

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.models import Stage
from leagues.stages.pairing_ways import Swiss
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    """Match 1 is at 5–3 after four rounds."""
    hall = open_hall(cast, names=["Ann Lee", "Ben Ito", "Cas", "Dot"])
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 11 02")
    return hall


@scene
def swiss(cast: Cast) -> DeskHall:
    """Round 1 is played; round 2 is drawn from it and has not begun."""
    hall = open_hall(cast, entries=8, boards=4, way=Swiss(games=3))
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    for match in list(hall.event.matches.all()):
        hall.type_card(match, "20 20 11 02")
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    return hall
