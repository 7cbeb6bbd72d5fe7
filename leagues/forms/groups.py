"""A form whose fields lie in groups, each with a heading."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from django import forms
from django.utils.functional import Promise


class GroupedForm(forms.BaseForm):
    """Shows fields by ``groups``: their names by heading. The first also has those without one."""

    template_name = "forms/groups.html"
    groups: ClassVar[Mapping[str | Promise, tuple[str, ...]]]

    @property
    def in_groups(self) -> Iterator[tuple[str | Promise, list[forms.BoundField]]]:
        """The groups that have fields, each with its heading."""
        shown = {field.name: field for field in self.visible_fields()}
        others = shown.keys() - {name for names in self.groups.values() for name in names}
        first = [field for name, field in shown.items() if name in others]
        for heading, names in self.groups.items():
            if fields := first + [shown[name] for name in names if name in shown]:
                yield heading, fields
            first = []
