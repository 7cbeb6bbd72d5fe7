from __future__ import annotations

import re
from typing import Any

from django.db import migrations

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


def to_english(apps: Any, schema_editor: Any) -> None:
    """Names that the site gave were stored in the language of the organiser."""
    alias = schema_editor.connection.alias
    stages = apps.get_model("leagues", "Stage").objects.using(alias)
    pools = apps.get_model("leagues", "Pool").objects.using(alias)
    boxes = pools.filter(stage__event__league__kind="boxes")
    for rows, names in ((stages, STAGES), (boxes, POOLS)):
        english = {word: name for name, words in names.items() for word in words}
        for name in rows.order_by().values_list("name", flat=True).distinct():
            number = re.search(r"\d+", name)
            words = name.replace(number[0], GAP, 1) if number else name
            if words in english:
                now = english[words].replace(GAP, number[0] if number else "")
                rows.filter(name=name).update(name=now)


class Migration(migrations.Migration):

    dependencies = [
        ('leagues', '0072_plain_labels_and_reasons'),
    ]

    operations = [
        migrations.RunPython(to_english, migrations.RunPython.noop),
    ]
