import re
from typing import Any

from django.db import migrations
from django.db.models import Q

GAP = "%(n)s"
STAGES = {
    'Day': ['Dag', 'Día', 'Jour', 'Nap', 'Tag'],
    'Double elimination': ['Doble eliminación', 'Doppel-K.-o.', 'Double élimination', 'Dubbele eliminatie', 'Kettős kiesés'],
    'Doubles': ['Dobles', 'Doppel', 'Dubbel', 'Páros'],
    'Final four': ['Dernier carré', 'Final a cuatro', 'Laatste vier', 'Legjobb négy', 'Letzte vier'],
    'Friendlies': ['Amistosos', 'Barátságosak', 'Freie Partien', 'Losse potjes', 'Matchs amicaux'],
    'Heats': ['Futamok', 'Läufe', 'Mangas', 'Rondes à trois ou quatre'],
    'Knockout': ['Egyenes kiesés', 'Eliminatoria', 'K.-o.-System', 'Knock-out', 'Élimination directe'],
    'Ladder': ['Escalera', 'Forderungsliste', 'Létra', 'Échelle'],
    'Last eight': ['Huit derniers', 'Laatste acht', 'Legjobb nyolc', 'Letzte acht', 'Últimos ocho'],
    'League': ['Competitie', 'Liga', 'Ligue'],
    'Morning': ['Délelőtt', 'Matin', 'Mañana', 'Ochtend', 'Vormittag'],
    'Page play-off': ['Barrage Page', 'Page-Play-off', 'Page-rájátszás', 'Sistema Page'],
    'Period %(n)s': ['%(n)s. időszak', 'Periode %(n)s', 'Periodo %(n)s', 'Période %(n)s'],
    'Play-offs': ['Eliminatorias', 'Phase finale', 'Rájátszás'],
    'Players': ['Joueurs', 'Jugadores', 'Játékosok', 'Spelers', 'Spieler'],
    'Pools': ['Csoportok', 'Groepen', 'Groupes', 'Groups', 'Grupos', 'Gruppen', 'Poules'],
    'Pools of eight': ['Achtergruppen', 'Grupos de ocho', 'Nyolcas csoportok', 'Poules de huit', 'Poules van acht'],
    'Power pools': ['Erőcsoportok', 'Grupos de nivel', 'Leistungsgruppen', 'Poules de niveau', 'Sterktepoules'],
    'Preliminary': ['Previa', 'Préliminaires', 'Selejtező', 'Voorronde', 'Vorrunde'],
    'Round robin': ['Alle gegen alle', 'Iedereen tegen iedereen', 'Körmérkőzés', 'Liguilla', 'Toutes rondes'],
    'Shoot-out': ['Stechen', 'Szétlövés', 'Tanda de tiros', 'Tirs de départage'],
    'Swiss': ['Schweizer System', 'Suisse', 'Suizo', 'Svájci', 'Zwitsers'],
    'Teams': ['Csapatok', 'Equipos', 'Équipes'],
    'Tonight': ['Ce soir', 'Heute Abend', 'Hoy', 'Ma este', 'Vanavond'],
}
POOLS = {
    'Box %(n)s': ['%(n)s. box', 'Groupe %(n)s'],
}


def english_of(names: dict[str, list[str]], stored: str) -> str:
    """The English of a name that the site gave; any other name as it is."""
    number = re.search(r"\d+", stored)
    words = stored.replace(number[0], GAP, 1) if number else stored
    for english, translations in names.items():
        if words in translations:
            return english.replace(GAP, number[0] if number else "")
    return stored


def rename_rows(rows: Any, column: str, names: dict[str, list[str]]) -> None:
    for stored in rows.order_by().values_list(column, flat=True).distinct():
        english = english_of(names, stored)
        if english != stored:
            rows.filter(**{column: stored}).update(**{column: english})


def rename_in_lines(lines: Any, model: str, names: dict[str, list[str]]) -> None:
    """A line is undone only if its rows are as it left them."""
    found = []
    for line in lines.only("said").order_by().iterator():
        facts = [
            columns
            for kind, _keys, *both in line.said.get("rows", ())
            if kind == model
            for columns in both
            if columns and "name" in columns
        ]
        old = [(each, "name") for each in facts]
        if model == "stage" and "stage" in line.said:
            old.append((line.said, "stage"))
        new = [english_of(names, columns[name]) for columns, name in old]
        if new != [columns[name] for columns, name in old]:
            for (columns, name), english in zip(old, new):
                columns[name] = english
            found.append(line)
    lines.bulk_update(found, ["said"], batch_size=500)


def to_english(apps: Any, schema_editor: Any) -> None:
    """Names that the site gave were stored in the language of the organiser."""
    rows = {
        name: apps.get_model("leagues", name).objects.using(
            schema_editor.connection.alias
        )
        for name in ("Stage", "League", "Pool", "FinalRow", "Action")
    }
    rename_rows(rows["Stage"], "name", STAGES)
    rename_rows(rows["Pool"].filter(stage__event__league__kind="boxes"), "name", POOLS)
    rename_rows(rows["FinalRow"].filter(league__kind="boxes"), "division", POOLS)
    lines = rows["Action"].filter(Q(said__has_key="stage") | Q(said__has_key="rows"))
    rename_in_lines(lines, "stage", STAGES)
    boxes = rows["League"].filter(kind="boxes").values_list("pk", flat=True)
    rename_in_lines(lines.filter(said__league__in=list(boxes)), "pool", POOLS)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0072_plain_labels_and_reasons'),
    ]

    operations = [
        migrations.RunPython(to_english, migrations.RunPython.noop),
    ]
