"""docs/tour.md names files, functions and tables that exist."""

import re

from django.apps import apps

from tests.served import ROOT

PAGE = (ROOT / "docs" / "tour.md").read_text()
ROOMS = "scoring|leagues|crokinole_site|static|templates|tests|docs"


def test_every_file_it_names_is_there() -> None:
    named = re.findall(rf"`((?:{ROOMS})/[\w./-]+)`", PAGE)
    assert len(named) > 40
    assert [each for each in named if not (ROOT / each).exists()] == []


def test_every_name_is_defined_in_the_file_given_for_it() -> None:
    named = re.findall(r"`(\w+)` in\s+`([\w./-]+)`", PAGE)
    assert len(named) > 30
    defines = r"^(?:(?:export )?(?:async )?(?:def|class|function|const) {0}\b|{0} =)"
    assert [
        (name, file)
        for name, file in named
        if not re.search(defines.format(name), (ROOT / file).read_text(), re.M)
    ] == []


def test_the_rows_belong_to_each_other_as_it_is_drawn() -> None:
    models = {each.__name__: each for each in apps.get_app_config("leagues").get_models()}
    drawn = PAGE.split("## The rows")[1].split("```")[1].strip("\n").splitlines()
    above: list[str] = []
    for line in drawn:
        name, _arrow, arrows = line.strip().partition(" → ")
        depth = (len(line) - len(line.lstrip())) // 4
        leads_to = {
            field.related_model for field in models[name]._meta.get_fields() if field.many_to_one
        }
        targets = [*above[depth - 1 : depth], *filter(None, arrows.split(", "))]
        assert {models[each] for each in targets} <= leads_to, line
        above[depth:] = [name]
    assert len(drawn) > 20
