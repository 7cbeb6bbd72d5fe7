"""How a bye drawn by lot counts on a league night."""

from dataclasses import dataclass

from leagues.models import Entry, Event, League, Match, Stage
from leagues.stages.pairing_ways import way_from
from scoring.season import NIGHTS, SittingOut


@dataclass(frozen=True)
class AveragedGames:
    """Stages in which a bye counts as the average of the entry's games.

    ``stages`` are their numbers. ``withdrawn`` entries don't count as opponents.
    """

    stages: frozenset[int] = frozenset()
    withdrawn: frozenset[int] = frozenset()


NOT_AVERAGED = AveragedGames()


def averaged_games(event: Event) -> AveragedGames:
    """The stages that average byes, if the event is a club night of a league whose scheme does so.

    Stages with fixed ``bye_points`` are left out.
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
    """Whether the stage has byes whose points still change with an entry's other games."""
    byes = Match.objects.filter(pairing_round__stage=stage, ending=Match.Ending.BYE)
    return byes.exists() and stage.number in averaged_games(stage.event).stages


def sitting_out_in(scheme: dict[str, str]) -> SittingOut:
    """The rule for byes in a league's stored scheme; a win in old schemes without one."""
    kept = scheme or NIGHTS.to_dict()
    return SittingOut(kept.get("sitting_out", SittingOut.CLEAN_WIN.value))
