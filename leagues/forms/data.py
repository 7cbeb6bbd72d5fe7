"""Forms to import results: upload a file, then choose how it is read."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.files.limited_process import read_results
from leagues.files.results_columns import Column
from leagues.files.sheet_kinds import IN_SHEETS, ResultsKind
from leagues.files.spreadsheet import MOST_BYTES, MOST_ROWS, Unreadable, UnreadableFile
from leagues.files.written_days import DayOrder
from leagues.models import Event
from leagues.models.names import tidy_name
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.events.sheet_choice import FAMILIES, preset_for

LONGEST_FILE_NAME = 200
WHY_NOT = {
    Unreadable.BROKEN: _("We can’t read this file. It is damaged or locked by a password."),
    Unreadable.OTHER_FORMAT: _(
        "We can’t read this kind of file. Save it as an Excel workbook (.xlsx) or as CSV."
    ),
    Unreadable.TOO_LARGE: _(
        "This file is too large. Choose one of at most 10 MB and 100,000 rows."
    ),
    Unreadable.EMPTY: _("This file is empty."),
}
assert (MOST_BYTES, MOST_ROWS) == (10 * 2**20, 100_000)  # the text above names these limits

KIND_NAMES = {
    ResultsKind.MATCHES: _("Matches, one per row"),
    ResultsKind.PLACES: _("Final places, one row per player or pair of an event"),
    ResultsKind.NIGHTS: _("A season, with players in rows, nights in columns and totals in cells"),
    ResultsKind.NIGHTS_DOWN: _("A season, with nights in rows and players in columns"),
}
OF_MATCHES = {
    Column.NOTHING: _("Skip this column"),
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
    Column.ROUND: pgettext_lazy("pairing round", "Game"),
}
OF_PLACES = {
    Column.NOTHING: _("Skip this column"),
    Column.EVENT: _("Event"),
    Column.DATE: _("Day, or year"),
    Column.DIVISION: _("Division"),
    Column.PLACE: _("Place"),
    Column.A: _("Player or pair"),
    Column.A2: _("Partner"),
    Column.POINTS_A: _("Points"),
    Column.TWENTIES_A: _("20s"),
}
OF_NIGHTS = {
    Column.NOTHING: _("Skip this column"),
    Column.A: _("Player"),
    Column.A2: _("Partner"),
    Column.NIGHT: _("A night"),
    Column.TOTAL: _("Total"),
    Column.PLACE: _("Place"),
}
COLUMN_NAMES = {
    ResultsKind.MATCHES: OF_MATCHES,
    ResultsKind.PLACES: OF_PLACES,
    ResultsKind.NIGHTS: OF_NIGHTS,
    ResultsKind.NIGHTS_DOWN: OF_NIGHTS,
}
FOR_BOTH = [
    family
    for family in FAMILIES
    if preset_for(family, Event.Sides.SINGLES) and preset_for(family, Event.Sides.DOUBLES)
]


class ResultsFileForm(forms.Form):
    file = forms.FileField(
        label=_("File"),
        help_text=_("An Excel workbook (.xlsx) or CSV, with columns in any order."),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv,.json,.cmn"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(WHY_NOT[Unreadable.TOO_LARGE])
        try:
            self.packed = read_results(file.name, file.read())
        except UnreadableFile as unreadable:
            raise forms.ValidationError(WHY_NOT[unreadable.why]) from unreadable
        return file

    @property
    def file_name(self) -> str:
        return tidy_name(self.cleaned_data["file"].name)[-LONGEST_FILE_NAME:]


class ReadingForm(forms.Form):
    """How a file is read: its kind, sheet, columns, date order and rules."""

    kind = forms.ChoiceField(
        label=_("What the sheet holds"),
        choices=[(each.value, KIND_NAMES[each]) for each in IN_SHEETS],
        required=False,
    )
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
        label=_("Day for rows without one"),
        required=False,
        help_text=_(
            "For numbered nights without days, this is the first night. The others follow a week apart."
        ),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    name = forms.CharField(
        label=_("Name of the event or season"),
        max_length=80,
        required=False,
        help_text=_(
            "Used if the file has no column for it. Each day of matches then becomes one event."
        ),
    )
    rules = forms.ChoiceField(
        label=_("Rule sheet"),
        choices=[
            ("", _("Find it from each event’s points")),
            *((family, FAMILIES[family]) for family in FOR_BOTH),
        ],
        required=False,
    )
    again = forms.BooleanField(
        label=_("Import events again even if they already exist"), required=False
    )

    def __init__(self, data: QueryDict | None, *, reading: ResultsReading) -> None:
        self.reading = reading
        initial = {
            "kind": reading.kind.value,
            "sheet": reading.sheet if reading.sheets else "",
            "order": reading.order.value if reading.sheets else "",
            "day": reading.day,
            "name": reading.name,
            "rules": reading.rules,
            "again": reading.again,
        }
        super().__init__(data, initial=initial)
        # The browser always sends a choice; for a program that sends none, the guess applies.
        self.fields["kind"].required = reading.is_sheet and data is None
        sheets = self.fields["sheet"]
        assert isinstance(sheets, forms.ChoiceField)
        sheets.choices = [(name, name) for name in reading.sheets]
        names = COLUMN_NAMES.get(reading.kind, {})
        columns = [(column.value, name) for column, name in names.items()]
        for each in reading.sheet_columns:
            self.fields[f"column-{each.number}"] = forms.ChoiceField(
                label=each.name or each.letters,
                choices=columns,
                initial=each.column.value,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        taken: dict[str, str] = {}
        for each in self.reading.sheet_columns:
            name = f"column-{each.number}"
            column = cleaned.get(name)
            if column == Column.NIGHT:
                continue  # a season has several of them
            if column and column in taken:
                self.add_error(name, _("You chose this for two columns. Change one of them."))
            elif column:
                taken[column] = name
        return cleaned

    @property
    def column_fields(self) -> list[tuple[Any, forms.BoundField]]:
        """The columns of the sheet, each with the field that sets its meaning."""
        return [(each, self[f"column-{each.number}"]) for each in self.reading.sheet_columns]

    @property
    def choices(self) -> dict[str, Any]:
        """The choices, as they are stored with the file."""
        cleaned, reading = self.cleaned_data, self.reading
        kept, name, kind = {}, tidy_name(cleaned["name"]), cleaned["kind"]
        if cleaned["sheet"] not in ("", reading.sheet):
            # Guesses for the sheet that was shown don't apply to another sheet.
            name = "" if name == reading.name else name
            kind = "" if kind == reading.kind.value else kind
        elif name == reading.name and "name" not in reading.choices:
            name = ""
        if reading.is_sheet:
            kept = {
                "kind": kind,
                "sheet": cleaned["sheet"] or reading.sheet,
                "columns": self._columns(),
                "order": cleaned["order"] or reading.order.value,
            }
        return kept | {
            "day": cleaned["day"].isoformat() if cleaned["day"] else "",
            "name": name,
            "rules": cleaned["rules"],
            "again": cleaned["again"],
            "who": dict(reading.choices.get("who", {})) | self._who(),
        }

    def _columns(self) -> dict[str, list[str]]:
        """Return the meanings of columns by sheet, with those of the shown sheet updated."""
        cleaned, reading = self.cleaned_data, self.reading
        kept = dict(reading.choices.get("columns", {}))
        if cleaned["sheet"] in ("", reading.sheet) and cleaned["kind"] in ("", reading.kind.value):
            columns = [column.value for column in reading.columns.columns]
            for each in reading.sheet_columns:
                columns[each.number] = cleaned[f"column-{each.number}"]
            kept[reading.columns_key] = columns
        return kept

    def _who(self) -> dict[str, str]:
        chosen = {
            each.key: self.data.get(each.field, "")
            for each in (*self.reading.asked, *self.reading.unmatched)
        }
        return {key: choice for key, choice in chosen.items() if choice}
