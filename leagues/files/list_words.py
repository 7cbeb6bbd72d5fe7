"""Words in lists of people that are no names, in the six languages of the site.

All words are as ``fold_name`` returns them: lower case, without accents.
"""

from leagues.models.names import fold_name


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


GUESTS = _word_set("g guest gast visitor invite invitee invitado invitada vendeg")
MINORS = _word_set(
    """minor minors junior juniors youth child kid 18under 18u u18 u16 u14 u12 u10
    minderjahrig minderjahrige minderjarig minderjarige jugend kind kinder mineur mineure enfant jeune jeugd jongere
    menor nino nina juvenil gyerek gyermek kiskoru ifjusagi"""
)
NOTES = _word_set(
    """paid unpaid late owes owing tbc tbd maybe cancelled canceled absent confirmed pending
    arrives arriving leaves leaving waitlist waiting withdrew withdrawn dnf dns vegetarian
    bezahlt unbezahlt spat verspatet abgemeldet kommt
    paye payee retard absente annule arrive
    betaald laat afgemeld komt
    pagado pagada tarde llega
    fizetett fizetve keson kesik erkezik"""
)
YES = _word_set("1 x y j yes true ja oui si igen wahr vrai waar ✓ ✔")
NO = _word_set("0 n no false nein non nee nem falsch faux onwaar – - —") | {""}

HEADING_WORDS = _word_set(
    """players registered registration registrations list entries entry entrants
    participants participant names name confirmed division pool group flight total totals sum
    count fee fees date venue place time team teams club clubs signup singles doubles pairs
    members member guests reserves waitlist board boards subtotal
    spielerinnen teilnehmer teilnehmerliste spielerliste anmeldung anmeldungen
    angemeldet warteliste gesamt summe anzahl insgesamt gaste mitglieder verein nachname
    joueurs joueuses inscrits inscriptions liste attente participantes equipes equipe
    deelnemers deelnemerslijst spelers spelerslijst lijst wachtlijst totaal aantal ingeschreven
    inschrijvingen leden
    jugadores jugadoras lista inscritos inscripciones espera equipos suma socios
    jatekosok resztvevok nevsor nevek varolista osszesen osszes letszam csapatok tagok
    jelentkezok"""
)
TITLE_WORDS = _word_set(
    """crokinole tournament tournaments championship championships open cup league
    turnier meisterschaft tournoi championnat toernooi kampioenschap torneo campeonato
    verseny bajnoksag kupa"""
)
SMALL_WORDS = _word_set(
    "of the for in and waiting on to der die das und des du de les la le et d en van het y los az es a e is are so far no"
)
CALENDAR = _word_set(
    """january february march april may june july august september october november december
    jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday
    saturday sunday mon tue wed thu fri sat sun
    januar februar marz mai juni juli oktober dezember montag dienstag mittwoch donnerstag
    freitag samstag sonntag
    janvier fevrier mars avril juin juillet aout octobre novembre decembre lundi mardi mercredi
    jeudi vendredi samedi dimanche
    januari februari maart mei augustus maandag dinsdag woensdag donderdag vrijdag zaterdag
    zondag
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    lunes martes miercoles jueves viernes sabado domingo
    januar februar marcius aprilis majus junius julius augusztus szeptember hetfo kedd szerda
    csutortok pentek szombat vasarnap"""
)


FIRST_NAMES = _word_set("april avril abril august augustus domingo june julius maja")


PARTNERS = _word_set("guest gast invite partner friend tba anybody")
# English, French, German, Dutch, Spanish and Hungarian, as ``fold_name`` returns them.
COLUMNS = {
    "name": """name, player, full name, fullname, player name, spieler, spielerin, speler, joueur,
        naam, nom, nombre, nome, jugador, nev, jatekos, teljes nev, nom complet,
        nombre completo, nom et prenom, nombre y apellidos, participant, teilnehmer, deelnemer""",
    "given": """first, first name, firstname, given, given name, givenname, forename, vorname,
        voornaam, prenom, nombre de pila, keresztnev, utonev""",
    "family": """last, last name, lastname, surname, family name, familyname, family, nachname,
        familienname, achternaam, nom de famille, apellido, apellidos, vezeteknev, csaladnev""",
    "partner": """partner, name 2, name2, player 2, player2, partner name, partnername, spieler 2,
        spieler2, speler 2, speler2, second player, partenaire, joueur 2, pareja, companero,
        jugador 2, par, paros, partnere, nev 2""",
    "team": """team, club, verein, club team, mannschaft, equipe, equipo, klub, egyesulet, csapat,
        vereniging, ploeg""",
    "seed": "seed, seeding, setzplatz, kiemeles, tete de serie, cabeza de serie, plaatsing",
    "guest": "guest, gast, invite, visitor, invitado, vendeg",
    "minor": """minor, minors, under 18, u18, junior, child, youth, kid, minderjahrig, minderjarig,
        jugend,
        kind, mineur, mineure, enfant, jeune, jeugd, menor, menor de edad, nino, kiskoru,
        gyerek, gyermek, ifjusagi""",
    "email": """email, e mail, mail, email address, e mail address, emailadresse, e mail adresse,
        mailadresse, courriel, adresse courriel, correo, correo electronico, emailadres,
        e mailadres, e mail cim, emailcim""",
    "phone": """phone, telephone, tel, phone number, telephone number, cell, cell phone, mobile,
        telefon, telefonnummer, handy, mobil, portable, telefoon, telefoonnummer, mobiel,
        telefono, movil, telefonszam""",
    "row": "no, nr, num, number, n, id, pos, position, sorszam, szam, numero, nummer, lfd nr",
}
COLUMN_OF = {
    fold_name(word): column for column, words in COLUMNS.items() for word in words.split(",")
}
