"""Columns that were renamed: their names in club files and log lines of earlier releases."""

from typing import Any

RENAMED: dict[str, dict[str, str]] = {
    "action": {"said": "details"},
    "answer": {"says": "reply", "said_by": "answered_by", "said_by_id": "answered_by_id"},
    "seasonanswer": {"says": "reply", "said_by": "answered_by", "said_by_id": "answered_by_id"},
    "teamseasonanswer": {"says": "reply"},
    "due": {"said_by": "recorded_by", "said_by_id": "recorded_by_id"},
    "clubpicture": {"says": "alt_text"},
}
"""The present name by model and earlier name."""
MODELS = {"announcement": "notice"}
"""The present model of a row that a log line keeps, by its earlier name."""
VERBS = {"nobody_came": "forfeit_both", "fill_anew": "refill_stage"}
"""The present verb of a log line by its earlier verb."""
PICTURE_VERBS = frozenset({"add_photo", "remove_photo"})


def with_present_names(model: str, columns: dict[str, Any]) -> dict[str, Any]:
    """Rename the columns of one row; a log line also in the rows that it keeps for undo."""
    names = RENAMED.get(model, {})
    row = {names.get(name, name): value for name, value in columns.items()}
    if model == "action" and isinstance(row.get("details"), dict):
        row["details"] = details_with_present_names(str(row.get("verb")), row["details"])
        row["verb"] = VERBS.get(row["verb"], row["verb"])
    return row


def details_with_present_names(verb: str, details: dict[str, Any]) -> dict[str, Any]:
    names = {"says": "alt_text" if verb in PICTURE_VERBS else "reply", "stands": "rounds_after"}
    found = {names.get(name, name): value for name, value in details.items()}
    if "rows" in found:
        found["rows"] = [
            [MODELS.get(kind, kind), keys, *(row and with_present_names(kind, row) for row in rows)]
            for kind, keys, *rows in found["rows"]
        ]
    return found
