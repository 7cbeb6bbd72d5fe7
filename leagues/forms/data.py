"""Files that come in: a file of results, and what is said of it before it comes in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from leagues.files.results_columns import Column
from leagues.files.spreadsheet import (
    MOST_BYTES,
    MOST_ROWS,
    Unreadable,
    UnreadableFile,
    read_content,
)
from leagues.files.written_days import DayOrder
from leagues.forms.events.events import FAMILY_TITLES
from leagues.models import Event
from leagues.models.names import tidy
from leagues.reads.data.results_file import ResultsKind, ResultsReading
from leagues.reads.events.sheet_choice import FAMILIES, preset_for

LONGEST_FILE_NAME = 200
WHY_NOT = {
    Unreadable.BROKEN: _(
        "This file cannot be read: it is damaged, or locked by a password."
    ),
    Unreadable.OTHER_FORMAT: _(
        "This kind of file cannot be read here. Save it as an Excel workbook (.xlsx) or as CSV."
    ),
    Unreadable.TOO_LARGE: _("This file is too large: at most 10 MB and 100,000 rows."),
    Unreadable.EMPTY: _("There is nothing in this file."),
}
assert (MOST_BYTES, MOST_ROWS) == (10 * 2**20, 100_000)  # as the sentence says

COLUMN_NAMES = {
    Column.NOTHING: _("Nothing of this"),
    Column.DATE: _("Day"),
    Column.A: _("Player or pair A"),
    Column.A2: _("Partner of A"),
    Column.B: _("Player or pair B"),
    Column.B2: _("Partner of B"),
    Column.RESULT: _("Result, such as 5–3"),
    Column.POINTS_A: _("Points of A"),
    Column.POINTS_B: _("Points of B"),
    Column.TWENTIES: _("20s of both, such as 12–9"),
    Column.TWENTIES_A: _("20s of A"),
    Column.TWENTIES_B: _("20s of B"),
    Column.WINNER: _("Winner"),
    Column.EVENT: _("Event"),
    Column.DIVISION: _("Division"),
    Column.STAGE: _("Stage"),
    Column.POOL: _("Pool"),
    Column.ROUND: _("Pairing round"),
}
COLUMN_CHOICES = [(column.value, name) for column, name in COLUMN_NAMES.items()]
FOR_BOTH = [
    family
    for family in FAMILIES
    if preset_for(family, Event.Sides.SINGLES)
    and preset_for(family, Event.Sides.DOUBLES)
]


class ResultsFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_(
            "An Excel workbook (.xlsx) or CSV with a match in each row, columns in any order; the archive’s sheets; a CMN file; or an event of another site as JSON."
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv,.json,.cmn"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(WHY_NOT[Unreadable.TOO_LARGE])
        try:
            self.content = read_content(file.name, file.read())
        except UnreadableFile as unreadable:
            raise forms.ValidationError(WHY_NOT[unreadable.why]) from unreadable
        return file

    @property
    def file_name(self) -> str:
        return tidy(self.cleaned_data["file"].name)[-LONGEST_FILE_NAME:]


class ReadingForm(forms.Form):
    """What a file is taken for: its sheet, its columns, its days and its rules."""

    sheet = forms.ChoiceField(label=_("Sheet"), required=False)
    order = forms.ChoiceField(
        label=_("Days such as 5/3/2019 are"),
        choices=[
            (DayOrder.DAY_FIRST.value, _("5 March, the day first")),
            (DayOrder.MONTH_FIRST.value, _("May 3, the month first")),
        ],
        required=False,
    )
    day = forms.DateField(
        label=_("Day of rows that have none"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    name = forms.CharField(
        label=_("Name of events"),
        max_length=80,
        required=False,
        help_text=_("Where the file has no column for it. Each day is an event then."),
    )
    rules = forms.ChoiceField(
        label=_("Rule sheet"),
        choices=[
            ("", _("As the points of each event say")),
            *((family, FAMILY_TITLES[family]) for family in FOR_BOTH),
        ],
        required=False,
    )
    again = forms.BooleanField(
        label=_("Bring in again what the club has already"), required=False
    )

    def __init__(self, data: QueryDict | None, *, reading: ResultsReading) -> None:
        self.reading = reading
        initial = {
            "sheet": reading.sheet if reading.sheets else "",
            "order": reading.order.value if reading.sheets else "",
            "day": reading.day,
            "name": reading.name,
            "rules": reading.rules,
            "again": reading.again,
        }
        super().__init__(data, initial=initial)
        sheets = self.fields["sheet"]
        assert isinstance(sheets, forms.ChoiceField)
        sheets.choices = [(name, name) for name in reading.sheets]
        for each in reading.sheet_columns:
            self.fields[f"column-{each.number}"] = forms.ChoiceField(
                label=each.name or each.letters,
                choices=COLUMN_CHOICES,
                initial=each.column.value,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        taken: dict[str, str] = {}
        for each in self.reading.sheet_columns:
            name = f"column-{each.number}"
            column = said.get(name)
            if column and column in taken:
                self.add_error(
                    name,
                    _(
                        "Another column was chosen for this. Take it off one of the two."
                    ),
                )
            elif column:
                taken[column] = name
        return said

    @property
    def column_fields(self) -> list[tuple[Any, forms.BoundField]]:
        """Each column of the sheet, and the field that says what it is."""
        return [
            (each, self[f"column-{each.number}"]) for each in self.reading.sheet_columns
        ]

    @property
    def choices(self) -> dict[str, Any]:
        """What was said, as it is kept beside the file."""
        said, reading = self.cleaned_data, self.reading
        kept = {}
        if reading.kind is ResultsKind.MATCHES:
            kept = {
                "sheet": said["sheet"] or reading.sheet,
                "columns": self._columns(),
                "order": said["order"] or reading.order.value,
            }
        return kept | {
            "day": said["day"].isoformat() if said["day"] else "",
            "name": tidy(said["name"]),
            "rules": said["rules"],
            "again": said["again"],
            "who": dict(reading.choices.get("who", {})) | self._who(),
        }

    def _columns(self) -> dict[str, list[str]]:
        """What was said of the columns, by the sheet that was shown."""
        said, reading = self.cleaned_data, self.reading
        kept = dict(reading.choices.get("columns", {}))
        if said["sheet"] in ("", reading.sheet):
            columns = [column.value for column in reading.columns.columns]
            for each in reading.sheet_columns:
                columns[each.number] = said[f"column-{each.number}"]
            kept[reading.sheet] = columns
        return kept

    def _who(self) -> dict[str, str]:
        chosen = {
            each.key: self.data.get(each.field, "") for each in self.reading.asked
        }
        return {key: choice for key, choice in chosen.items() if choice}
