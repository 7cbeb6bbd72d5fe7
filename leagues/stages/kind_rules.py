"""The questions that only one kind of league asks, as a league keeps its answers.

>>> keep(BoxRules(size=4))["size"], read_rules(keep(BoxRules(size=4))) == BoxRules(size=4)
(4, True)
>>> read_rules({}) is None
True
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from leagues.stages.boxes import BoxRules
from leagues.stages.ladder import LadderRules
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.series import SeriesRules
from leagues.stages.team_meetings import TeamRules
from scoring.stored import from_dict, stored, to_dict

KindRules: TypeAlias = BoxRules | LadderRules | OwnTimeRules | SeriesRules | TeamRules


class StoredKindRules:
    """All of them are stored in one family."""


stored("boxes", StoredKindRules)(BoxRules)
stored("ladder", StoredKindRules)(LadderRules)
stored("own-time", StoredKindRules)(OwnTimeRules)
stored("series", StoredKindRules)(SeriesRules)
stored("teams", StoredKindRules)(TeamRules)


def keep(rules: KindRules) -> dict[str, Any]:
    return to_dict(rules)


def read_rules(kept: Mapping[str, Any]) -> KindRules | None:
    """What a league keeps; nothing where its kind asks nothing more."""
    rules: KindRules | None = from_dict(StoredKindRules, dict(kept)) if kept else None
    return rules
