"""A list of people as it comes out of a mailbox or a spreadsheet. No database."""

import pytest

from leagues.files.people_list import ListedPerson, ListLine, Trouble, read_list

Names = tuple[str, ...]


def read_one_line(text: str) -> ListLine:
    [line] = read_list(text)
    return line


@pytest.mark.parametrize(
    ("written", "names", "left_out"),
    [
        ("Nancy Wright (late, arrives 10:30)", ("Nancy Wright",), ("late, arrives 10:30",)),
        ("Nancy Wright (late", ("Nancy Wright",), ("late",)),
        ("Ann Archer - paid", ("Ann Archer",), ("paid",)),
        ("Ann Archer – Owen Sound", ("Ann Archer",), ("Owen Sound",)),
        ("Ann Archer: paid", ("Ann Archer",), ("paid",)),
        ("Ann Archer paid $10", ("Ann Archer",), ("paid $10",)),
        ("Bob Green  $10", ("Bob Green",), ("$10",)),
        ("Bob Green 2 people", ("Bob Green",), ("2 people",)),
        ("Charles Allen *", ("Charles Allen",), ("*",)),
        ("Jill & guest", ("Jill",), ("guest",)),
        ("Dot Fry, 2026-11-26", ("Dot Fry",), ("2026-11-26",)),
        ("Dot Fry www.example.org", ("Dot Fry",), ("www.example.org",)),
        ("Tóth Béla késik", ("Tóth Béla",), ("késik",)),
    ],
)  # fmt: skip
def test_notes_beside_a_name_are_left_out_and_listed(
    written: str, names: Names, left_out: Names
) -> None:
    line = read_one_line(written)
    assert (line.names, line.left_out) == (names, left_out)


@pytest.mark.parametrize(
    ("written", "person"),
    [
        ("1. Mary O'Brien <mary@example.org>", ("Mary O'Brien", "mary@example.org", "")),
        ("Ann, ann@example.org", ("Ann", "ann@example.org", "")),
        ("ann@example.org Ann Lee", ("Ann Lee", "ann@example.org", "")),
        ("E-mail: ann@example.org, Ann Lee", ("Ann Lee", "ann@example.org", "")),
        ("Betty Adams 519-555-0134", ("Betty Adams", "", "519-555-0134")),
        ("Betty Adams, tel. 06 30 123 4567", ("Betty Adams", "", "06 30 123 4567")),
        ("2. 519 555 0134 Betty Adams", ("Betty Adams", "", "519 555 0134")),
        ("Betty Adams (+1 (519) 555-0134)", ("Betty Adams", "", "+1 (519) 555-0134")),
    ],
)  # fmt: skip
def test_addresses_and_numbers_are_no_part_of_a_name_and_are_marked(
    written: str, person: Names
) -> None:
    line = read_one_line(written)
    assert (line.people, line.left_out, line.unsure) == ((ListedPerson(*person),), (), True)


def test_what_only_looks_like_an_address_is_left_out() -> None:
    line = read_one_line("Mary O'Brien <mary@…>")
    assert (line.people, line.left_out) == ((ListedPerson("Mary O'Brien"),), ("mary@…",))


def test_one_address_of_two_people_goes_to_neither() -> None:
    both = read_one_line("Ann <ann@example.org> & Ben <ben@example.org>")
    assert [person.email for person in both.people] == ["ann@example.org", "ben@example.org"]

    line = read_one_line("Ann & Ben, ann@example.org")
    assert (line.names, line.left_out) == (("Ann", "Ben"), ("ann@example.org",))


@pytest.mark.parametrize(
    "written",
    [
        "Registered players:",
        "Total: 2",
        "Total 41 players",
        "Összesen: 12",
        "Waiting list",
        "Spielerliste",
        "Pool B",
        "Westport Open 2026",
        "Saturday, 26 November",
        "Captain: Ian Bell",
    ],
)
def test_headings_and_totals_are_no_people(written: str) -> None:
    line = read_one_line(written)
    assert (line.names, line.trouble) == ((), Trouble.HEADING)


NUMBERED = """Competitive
1. Ann Archer
2. Bob Green
3. Cas Dun
Recreational
4. Dot Fry
5. Eve Long
6. Fay Moss
{added}"""


@pytest.mark.parametrize(
    ("added", "names", "trouble"),
    [("Beginners", (), Trouble.HEADING), ("Gus Hall", ("Gus Hall",), None)],
)
def test_a_line_without_a_number_in_a_numbered_list_is_asked_about(
    added: str, names: Names, trouble: Trouble | None
) -> None:
    *lines, last = read_list(NUMBERED.format(added=added))
    assert [line.text for line in lines if line.trouble] == ["Competitive", "Recreational"]
    assert (last.names, last.trouble, last.unsure) == (names, trouble, True)


def test_a_first_name_added_to_numbered_first_names_is_entered() -> None:
    *_, last = read_list("1. Ann\n2. Bob\n3. Cas\nDot")
    assert (last.names, last.trouble) == (("Dot",), None)


@pytest.mark.parametrize(
    "name", ["Johnny Cash", "April May", "Pat Child", "Lee No", "June", "Jan", "Player 7"]
)  # fmt: skip
def test_names_that_are_words_stay_names(name: str) -> None:
    assert read_one_line(name).names == (name,)


@pytest.mark.parametrize("label", ["(minor)", "- U12", ", junior", "(kiskorú)", "(Kind)"])
def test_a_child_is_marked_as_one(label: str) -> None:
    line = read_one_line(f"Tom Small {label}")
    assert (line.names, line.minor, line.left_out) == (("Tom Small",), True, ())


# --- Before and after a comma ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "left_out", "guest"),
    [
        ("(minor, paid)", ("minor, paid",), False),
        ("(paid U12)", ("paid U12",), False),
        ("(guest, minor)", (), True),
        ("- a minor", ("a minor",), False),
    ],
)
def test_a_minor_among_other_notes_is_a_minor(label: str, left_out: Names, guest: bool) -> None:
    line = read_one_line(f"Tom Small {label}")
    assert (line.names, line.minor) == (("Tom Small",), True)
    assert (line.left_out, line.guest) == (left_out, guest)


def read_lines(text: str) -> list[tuple[str, Names, bool]]:
    return [(line.names[0], line.left_out, line.unsure) for line in read_list(text)]


def test_a_town_behind_a_name_is_none_of_its_parts() -> None:
    assert read_lines("John Smith, Tavistock\nMary Jones, Elora\nCher, Elora") == [
        ("John Smith", ("Tavistock",), True),
        ("Mary Jones", ("Elora",), True),
        ("Cher", ("Elora",), False),
    ]


def test_surnames_that_come_first_are_turned_and_a_town_among_them_is_none() -> None:
    assert read_lines("Smith, Ann, late\nvan der Berg, Cat\nMCKAY, Ed\nMary Jones, Elora") == [
        ("Ann Smith", ("late",), False),
        ("Cat van der Berg", (), False),
        ("Ed MCKAY", (), False),
        ("Mary Jones", ("Elora",), True),
    ]


def test_a_surname_of_two_words_is_one_where_the_other_is_known_as_a_first_name() -> None:
    assert read_lines("Smith, Ann\nIto, Ben\nGarcia Lopez, Ann\nGARCIA LOPEZ, Luz")[2:] == [
        ("Ann Garcia Lopez", (), True),
        ("Luz GARCIA LOPEZ", (), False),
    ]


def test_a_surname_first_among_towns_is_doubtful() -> None:
    assert read_lines("John Smith, Tavistock\nMary Jones, Elora\nIto, Ben")[2] == (
        "Ben Ito",
        (),
        True,
    )


# --- Rows of a spreadsheet --------------------------------------------------------------------


def test_rows_cut_from_a_spreadsheet_are_read_by_what_is_in_them() -> None:
    lines = read_list(
        "1\tAnn Smith\tann@example.org\tGuelph\t519-555-0100\tpaid\n"
        "2\tBen Ito\tben@example.org\tGuelph\t\t\n"
        "3\tCas Ek\t\tElora\t\tx\n"
        "\tTotal\t\t3\t\t"
    )
    assert [line.people for line in lines] == [
        (ListedPerson("Ann Smith", "ann@example.org", "519-555-0100"),),
        (ListedPerson("Ben Ito", "ben@example.org"),),
        (ListedPerson("Cas Ek"),),
        (),
    ]
    assert [line.left_out for line in lines[:3]] == [
        ("Guelph", "paid"),
        ("Guelph",),
        ("Elora", "x"),
    ]


def test_a_few_such_rows_among_others_are_not_glued_together() -> None:
    lines = read_list("Zoë Brand\nAnn Smith\tann@example.org\tGuelph\nBen Ito\nCy Orr\nDot")
    assert (lines[1].names, lines[1].left_out) == (("Ann Smith",), ("Guelph",))


def test_two_columns_of_names_are_pairs_and_doubtful() -> None:
    [line, _other] = read_list("Ann Smith\tBen Ito\nCas Ek\tDot Fry")
    assert (line.names, line.unsure) == (("Ann Smith", "Ben Ito"), True)


def test_capitals_tell_which_column_is_the_surname() -> None:
    assert read_lines("SMITH\tAnn\nITO\tBen")[0][0] == "Ann SMITH"


@pytest.mark.parametrize(
    "heading",
    [
        "Name;Club;E-mail;Phone;Minor",
        "Nom;Club;Courriel;Téléphone;Mineur",
        "Name;Verein;E-Mail-Adresse;Telefon;Minderjährig",
        "Naam;Club;E-mailadres;Telefoon;Minderjarig",
        "Nombre;Club;Correo electrónico;Teléfono;Menor",
        "Név;Klub;E-mail cím;Telefonszám;Kiskorú",
    ],
)
def test_headings_are_understood_in_six_languages(heading: str) -> None:
    line = read_one_line(f"{heading}\nTom Small;Elora;tom@example.org;519 555 0100;x")

    assert line.people == (ListedPerson("Tom Small", "tom@example.org", "519 555 0100"),)
    assert (line.team, line.minor, line.left_out) == ("Elora", True, ())


def test_a_column_that_is_not_read_is_listed_once_and_a_title_above_is_no_one() -> None:
    title, columns, tom, total = read_list(
        "Westport juniors\nNév;Fizetett;Minor\nTom Small;x;12 years\nÖsszesen;1;"
    )
    assert (title.trouble, total.trouble) == (Trouble.HEADING, Trouble.HEADING)
    assert (columns.trouble, columns.left_out) == (Trouble.COLUMNS, ("Fizetett",))
    assert (tom.names, tom.minor, tom.left_out) == (("Tom Small",), True, ("12 years",))


@pytest.mark.parametrize("no", ["", "no", "0", "Nein", "nem", "-"])
def test_who_is_no_child_is_none(no: str) -> None:
    assert not read_one_line(f"Name;Minor\nTom Small;{no}").minor


def test_an_address_of_a_pair_in_a_column_is_that_of_the_first() -> None:
    line = read_one_line("Name;Partner;E-mail\nAnn;Ben;ann@example.org")
    assert line.people == (ListedPerson("Ann", "ann@example.org"), ListedPerson("Ben"))
