"""Rules that only one kind of league has, in the form that a league stores.

>>> rules_to_store(BoxRules(size=4))["size"], read_rules(rules_to_store(BoxRules(size=4))) == BoxRules(size=4)
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
from scoring.serialization import from_dict, stored_as, to_dict

KindRules: TypeAlias = BoxRules | LadderRules | OwnTimeRules | SeriesRules | TeamRules


class StoredKindRules:
    """The family under which all of them are stored."""


stored_as("boxes", StoredKindRules)(BoxRules)
stored_as("ladder", StoredKindRules)(LadderRules)
stored_as("own-time", StoredKindRules)(OwnTimeRules)
stored_as("series", StoredKindRules)(SeriesRules)
stored_as("teams", StoredKindRules)(TeamRules)


def rules_to_store(rules: KindRules) -> dict[str, Any]:
    return to_dict(rules)


def read_rules(kept: Mapping[str, Any]) -> KindRules | None:
    """Read the rules that a league stores; None if its kind has none."""
    rules: KindRules | None = from_dict(StoredKindRules, dict(kept)) if kept else None
    return rules
