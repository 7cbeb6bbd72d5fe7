"""What a game that somebody sits out by lot counts as, on a night of a league."""

from dataclasses import dataclass

from leagues.models import Entry, Event, League, Match, Stage
from leagues.stages.ways import way_from
from scoring.season import NIGHTS, SittingOut


@dataclass(frozen=True)
class AveragedGames:
    """Where a game without an opponent counts as the average of one's own games.

    ``stages`` are the numbers of the stages that pay for it. An opponent who is
    ``withdrawn`` from the event is none.
    """

    stages: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()


NOT_AVERAGED = AveragedGames()


def averaged_games(event: Event) -> AveragedGames:
    """As the event's league says, if it is a club night that counts for one.

    A stage with a number of its own for sitting out keeps it, and so does a tournament.
    """
    if event.night_id is None or event.kind != Event.Kind.CLUB_NIGHT:
        return NOT_AVERAGED
    scheme = League.objects.filter(nights=event.night_id).values_list("scheme")[0][0]
    if sitting_out_in(scheme) is not SittingOut.AVERAGE:
        return NOT_AVERAGED
    stages = event.stages.values_list("number", "format", "options")
    gone = event.entries.filter(state=Entry.State.WITHDRAWN)
    return AveragedGames(
        frozenset(
            number for number, kind, options in stages if way_from(kind, options).bye_points is None
        ),
        frozenset(gone.values_list("pk", flat=True)),
    )


def averages_games(stage: Stage) -> bool:
    """Whether somebody's points in this stage still rise and fall with their other games."""
    byes = Match.objects.filter(pairing_round__stage=stage, ending=Match.Ending.BYE)
    return byes.exists() and stage.number in averaged_games(stage.event).stages


def sitting_out_in(scheme: dict[str, str]) -> SittingOut:
    """What a league's stored scheme says; one stored before it said anything pays a win."""
    kept = scheme or NIGHTS.to_dict()
    return SittingOut(kept.get("sitting_out", SittingOut.CLEAN_WIN.value))
