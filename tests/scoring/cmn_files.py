"""Files of Crokinole Match Notation that tests read."""

import json
from typing import Any

from scoring.notation import CmnFile, MatchRecord, read_cmn


def make_match(**changes: Any) -> dict[str, Any]:
    """Ann beats Ben 5-3 in four rounds."""
    return {
        "date": "2026-03-05T19:00:00Z",
        "format": "singles",
        "teams": [{"players": [{"name": "Ann", "cid": "C-1"}]}, {"players": [{"name": "Ben"}]}],
        "gameFormat": {"type": "fixed", "count": 4},
        "games": [
            {"winner": 0, "hammer": 0, "scores": [65, 40], "twenties": [2, 1]},
            {"winner": 0, "hammer": 1, "scores": [45, 30], "twenties": [1, 0]},
            {"winner": None, "hammer": 0, "scores": [20, 20], "twenties": [0, 0]},
            {"winner": 1, "hammer": 1, "scores": [15, 80], "twenties": [0, 3]},
        ],
        "winner": 0,
        **changes,
    }


def single_file(**changes: Any) -> dict[str, Any]:
    return {"cmn": "1.0", "id": "m-1", "match": make_match(), **changes}


def batch_file(*matches: Any, **changes: Any) -> dict[str, Any]:
    return {"cmn": "1.0", "batch": True, "matches": list(matches), **changes}


def read_data(data: Any) -> CmnFile:
    return read_cmn(json.dumps(data))


def the_match(data: dict[str, Any]) -> MatchRecord:
    (record,) = read_data(data).matches
    return record
