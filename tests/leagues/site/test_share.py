"""How a shared link looks, and how a page looks on paper."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image, ImageColor

from leagues.actions.advance.finish import finish_event
from leagues.files.share_picture import (
    ACCENT,
    EDGE,
    FRAME,
    HIGH,
    INK,
    MAPLE,
    SEEN,
    SOFT,
    WIDE,
    Line,
    NumberedText,
    Pen,
    SideText,
    Won,
    draw_board,
    share_picture,
)
from leagues.models import Event, Match, Player, Pool, PoolEntry
from leagues.stages.pairing_ways import Knockout
from leagues.views.public import share
from scoring.results import WonOrLost
from tests.cast import Cast
from tests.leagues.play.desk_hall import DeskHall, open_hall
from tests.leagues.site.test_public import finish_match, read_page
from tests.scenes import scene


@scene
def hall(cast: Cast) -> DeskHall:
    return open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], place="The Mill")


def read_meta(page: str, name: str) -> str:
    found = re.search(rf'<meta (?:name|property)="{name}"\s+content="([^"]*)"', page)
    assert found, f"no {name}"
    return found[1]


def picture_size(path: str) -> tuple[int, int]:
    answer = Client().get(path)
    assert answer["Content-Type"] == "image/png"
    with Image.open(BytesIO(answer.content)) as picture:
        return picture.size


# --- What goes with a link ---------------------------------------------------------------------


@pytest.mark.django_db
def test_an_event_describes_itself_where_its_link_is_shared(hall: DeskHall) -> None:
    page = read_page("/events/westport-open/standings/")

    assert read_meta(page, "og:title") == "Westport Open"
    assert read_meta(page, "og:description") == "Tournament · Sat 21 Nov 2026 · The Mill"
    picture = read_meta(page, "og:image")
    assert picture == "http://testserver/events/westport-open/picture.png"
    assert read_meta(page, "og:url") == "http://testserver/events/westport-open/standings/"
    assert 'rel="canonical"' in page
    assert picture_size("/events/westport-open/picture.png") == (1200, 630)


@pytest.mark.django_db
def test_a_player_is_shared_by_the_name_they_go_by(hall: DeskHall) -> None:
    Player.objects.filter(name="Ann A").update(
        name="Annabel Tremblay", family_name="Tremblay", is_minor=True
    )
    annabel = Player.objects.get(name="Annabel Tremblay")

    page = read_page(annabel.get_absolute_url())

    assert read_meta(page, "og:title") == "Annabel T."
    assert "Tremblay" not in page
    assert picture_size(f"/players/{annabel.pk}/picture.png") == (1200, 630)


@pytest.mark.django_db
def test_a_picture_tells_who_is_in_front(hall: DeskHall, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[list[str]] = []

    def record_picture(title: str, lines: list[str], club: str, *_: object, **__: object) -> bytes:
        drawn.append([title, *map(str, lines), club])
        return b""

    monkeypatch.setattr(share, "share_picture", record_picture)
    one, other = hall.publish((1, 2), (3, 4)).matches.order_by("number")
    Client().get("/events/westport-open/picture.png")
    finish_match(one, (6, 2))
    finish_match(other, (5, 3))
    Client().get("/events/westport-open/picture.png")
    finish_event(by=hall.by, event=hall.event)
    Client().get("/events/westport-open/picture.png")

    when = "Sat 21 Nov 2026, 07:00 · The Mill"
    club = "Westport Crokinole Club"
    game = f"1  On now · {one.pairing_round.stage.name}, game 1"
    assert drawn == [
        ["Westport Open", f"On now · {when}", club],
        ["Westport Open", game, "1  Ann A · 6", "2  Cy C · 5", "3  Di D · 3", club],
        ["Westport Open", when, "1  Ann A", "2  Cy C", "3  Di D", club],
    ]


@pytest.mark.django_db
def test_a_player_s_record_is_the_large_number_and_their_form_is_discs(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[Line, tuple[Won, ...]]] = []

    def keep(_title: str, lines: list[Line], _club: str, discs: list[Won], **_: object) -> bytes:
        drawn.append((lines[0], tuple(discs)))
        return b""

    monkeypatch.setattr(share, "share_picture", keep)
    finish_match(hall.publish((1, 2)).matches.get(), (6, 2))
    for name in ("Ann A", "Ben B"):
        Client().get(f"/players/{Player.objects.get(name=name).pk}/picture.png")

    assert drawn == [
        (NumberedText("won, tied, lost", points="1–0–0"), (WonOrLost.WON,)),
        (NumberedText("won, tied, lost", points="0–0–1"), (WonOrLost.LOST,)),
    ]


def test_a_side_without_a_score_has_no_figure_on_the_picture() -> None:
    def ink_at_the_end(score: str) -> int:
        drawn = share_picture("", ["Playing", SideText(0, "A", "Ann A", score)], "Club")
        image = Image.open(BytesIO(drawn)).convert("RGB").crop((640, 160, 786, 260))
        found = {colour: many for many, colour in image.getcolors(1 << 16) or ()}
        return found.get(ImageColor.getrgb(INK), 0)

    assert ink_at_the_end("6") > 300
    assert ink_at_the_end("") == 0


def pools_of_two(hall: DeskHall) -> None:
    """The entries two by two in pools A, B, C …, whose matches are 6 to 2."""
    for at in range(0, len(hall.entries), 2):
        pool = hall.pool
        if at:
            pool = Pool.objects.create(stage=hall.stage, number=1 + at // 2)
        Pool.objects.filter(pk=pool.pk).update(name="ABCDEFGHI"[at // 2])
        PoolEntry.objects.filter(entry__in=hall.entries[at : at + 2]).update(pool=pool)
    pairs = [(n, n + 1) for n in range(1, len(hall.entries), 2)]
    for match in hall.publish(*pairs).matches.order_by("number"):
        Match.objects.filter(pk=match.pk).update(
            pool=Pool.objects.get(stage=hall.stage, number=match.number)
        )
        finish_match(match, (6, 2))


@pytest.mark.django_db
def test_a_box_is_not_called_a_pool(hall: DeskHall, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def keep(_title: str, lines: list[Line], *_: object, **__: object) -> bytes:
        drawn.extend(map(str, lines))
        return b""

    monkeypatch.setattr(share, "share_picture", keep)
    pools_of_two(hall)
    Pool.objects.filter(name="B").update(name="Box 2")

    Client().get("/events/westport-open/picture.png")

    assert any(line.startswith("Box 2: ") for line in drawn)
    assert not any("Pool Box" in line for line in drawn)


@pytest.mark.django_db
def test_a_pool_leader_is_not_called_the_leader_of_the_event(hall: DeskHall) -> None:
    pools_of_two(hall)

    assert list(share._in_front(hall.event)) == [
        NumberedText("Pool A: Ann A", points="6"),
        NumberedText("Pool B: Cy C", points="6"),
    ]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("pools", "last"),
    [(4, "Pool D: Player 7 · 6"), (7, "Pool G: Player 13 · 6"), (9, "and 3 more pools")],
)
def test_many_pools_fit_the_picture(cast: Cast, pools: int, last: str) -> None:
    many = open_hall(cast, entries=2 * pools, boards=pools, name="Large")
    pools_of_two(many)

    lines = list(share._in_front(many.event))

    assert len(lines) == 4
    assert str(lines[-1]) == last


@pytest.mark.django_db
def test_no_number_is_large_where_two_pools_share_a_line(cast: Cast) -> None:
    many = open_hall(cast, entries=10, boards=5, name="Large")
    pools_of_two(many)

    assert list(share._in_front(many.event)) == [
        "Pool A: Player 1 · 6 · Pool B: Player 3 · 6",
        "Pool C: Player 5 · 6 · Pool D: Player 7 · 6",
        "Pool E: Player 9 · 6",
    ]


@pytest.mark.django_db
def test_during_a_knockout_no_table_leader_is_shown(hall: DeskHall) -> None:
    pools_of_two(hall)
    replace(hall, entries=hall.entries[:2]).next_stage("Finals", Knockout())

    assert list(share._in_front(hall.event)) == ["Finals"]


@pytest.mark.django_db
def test_what_is_private_has_no_picture(hall: DeskHall) -> None:
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    ann = Player.objects.get(name="Ann A")

    read_page("/events/westport-open/picture.png", 404)
    read_page(f"/players/{ann.pk}/picture.png", 404)


@pytest.mark.django_db
def test_a_merged_player_has_no_picture(hall: DeskHall) -> None:
    ann, ben = Player.objects.get(name="Ann A"), Player.objects.get(name="Ben B")
    Player.objects.filter(pk=ben.pk).update(merged_into=ann)

    read_page(f"/players/{ben.pk}/picture.png", 404)


# --- Drawing ------------------------------------------------------------------------------------


def test_a_long_title_is_cut_to_two_lines_that_fit() -> None:
    pen = Pen(80, 700)

    lines = pen.wrapped("The Łódź and Þorshöfn Invitational Memorial Open 2026", 600, 2)

    assert lines == ["The Łódź and", "Þorshöfn …"]
    assert all(pen.wide(line) <= 600 for line in lines)


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("1  Christopher Schwarzenbach-Oberholzer & Montgomery · 124", " · 124"),
        ("Pool A: Schwarzenbach-Oberholzer · 6½ · Pool B: Montgomery · 24", " · 24"),
        ("Sat 21 Nov 2026, 07:00 · The Old Mill at the Water’s Edge, Westport", "…"),
    ],
)
def test_a_line_that_is_too_long_keeps_its_points(line: str, ends: str) -> None:
    pen = Pen(36, 600)

    shown = pen.fit(line, 600)

    assert shown.endswith(ends)
    assert 560 < pen.wide(shown) <= 600
    assert ("6½" in shown) == ("6½" in line)
    assert pen.fit(line, 10_000) == line


def test_only_a_caption_is_grey() -> None:
    def first_line(has_caption: bool) -> set[object]:
        lines = ["Millrace Open: Ann"]
        drawn = share_picture("Club", lines, "Club", has_caption=has_caption)
        image = Image.open(BytesIO(drawn)).convert("RGB").crop((72, 190, 700, 240))
        return {colour for _, colour in image.getcolors(1 << 16) or ()}

    soft, ink = ImageColor.getrgb(SOFT), ImageColor.getrgb(INK)
    assert soft in first_line(has_caption=True)
    assert ink not in first_line(has_caption=True)
    assert ink in first_line(has_caption=False)


def count_accent(*lines: Line) -> int:
    """How many pixels of the numbers' colour are in the text of a picture."""
    image = Image.open(BytesIO(share_picture("Cup", ["when", *lines], "Club"))).convert("RGB")
    found = image.crop((EDGE, 200, 700, 500)).getcolors(1 << 18) or ()
    return {colour: many for many, colour in found}.get(ImageColor.getrgb(ACCENT), 0)


@pytest.mark.parametrize(
    "line",
    [
        NumberedText("Ann", before="1", points="96"),
        NumberedText("Pool A: Ann", points="96"),
        NumberedText("Sun 20 Dec 2026, 10:00", before="20"),
    ],
)
def test_one_number_is_the_largest_thing_in_the_picture(line: NumberedText) -> None:
    assert count_accent(line) > 2000
    other = NumberedText("Ben", before="2")
    assert count_accent(line, other) < count_accent(line) + 100


@pytest.mark.parametrize("line", ["Open · 2026", "Pool A: Ann · 6 · Pool B: Cy · 5", "2  Ann"])
def test_a_number_in_a_text_is_not_large(line: str) -> None:
    assert count_accent(line) == 0


@pytest.mark.parametrize("points", ["6", "96½", "1,128.5", "124½, counts as 130"])
@pytest.mark.parametrize("title", ["Cup", "Westport Invitational Memorial Doubles"])
def test_a_large_number_leaves_room_for_the_names(
    monkeypatch: pytest.MonkeyPatch, title: str, points: str
) -> None:
    written: list[str] = []
    monkeypatch.setattr(Pen, "write", lambda pen, on, at, text, ink: written.append(text))
    names = "Ann Adams & Benjamin Featherstone-Tremblay"

    share_picture(title, ["when", NumberedText(names, points=points)], "Club")

    assert points in written
    assert names in " ".join(written)


@pytest.mark.parametrize("before", range(9))
@pytest.mark.parametrize("points", ["6", "1,128.5", "124½, counts as 130"])
def test_no_line_runs_into_the_lower_bar(before: int, points: str) -> None:
    line = NumberedText("Ann Adams & Benjamin Featherstone-Tremblay by Example", points=points)
    drawn = share_picture("Cup", [*["yg"] * before, line, replace(line)], "Club")
    image = Image.open(BytesIO(drawn)).convert("RGB").crop((EDGE, HIGH - 117, 700, HIGH - 97))

    assert [colour for _, colour in image.getcolors() or ()] == [ImageColor.getrgb(MAPLE)]


RED = (255, 0, 0)


def make_logo(size: tuple[int, int] = (300, 300)) -> bytes:
    made = BytesIO()
    Image.new("RGB", size, RED).save(made, "PNG")
    return made.getvalue()


@pytest.mark.parametrize("size", [(300, 300), (900, 90), (60, 300)])
def test_the_clubs_logo_is_beside_its_name(size: tuple[int, int]) -> None:
    drawn = share_picture("Cup", [], "Westport Crokinole Club", logo=make_logo(size))
    image = Image.open(BytesIO(drawn)).convert("RGB")
    red = [
        (x, y)
        for x in range(EDGE, 400)
        for y in range(HIGH - 118, HIGH)
        if image.getpixel((x, y)) == RED
    ]
    across, down = zip(*red, strict=True)
    wide, high = max(across) - min(across) + 1, max(down) - min(down) + 1

    assert (min(across), wide <= 160, high <= 72) == (EDGE, True, True)
    assert wide / high == pytest.approx(size[0] / size[1], rel=0.1)
    assert ImageColor.getrgb(INK) not in {
        image.getpixel((max(across) + x, HIGH - 60)) for x in range(1, 20)
    }


@pytest.mark.django_db
def test_a_picture_of_a_club_with_a_logo_has_it(
    hall: DeskHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "logo_data", lambda club: make_logo())

    def reds(path: str) -> int:
        image = Image.open(BytesIO(Client().get(path).content)).convert("RGB")
        return sum(many for many, colour in image.getcolors(WIDE * HIGH) or () if colour == RED)

    for path in ("/picture.png", "/events/westport-open/picture.png"):
        assert reds(path) > 4000


def test_a_word_that_is_too_long_for_a_line_is_cut() -> None:
    pen = Pen(80, 700)

    [line] = pen.wrapped("Featherstonehaugh-Vandenberghe", 300, 2)

    assert line.endswith("…")
    assert pen.wide(line) <= 300


def test_the_board_on_the_picture_has_its_frame() -> None:
    above_the_ditch = (SEEN - 1, 4)

    seen = draw_board().convert("RGB").getpixel(above_the_ditch)
    assert seen == ImageColor.getrgb(FRAME)


@pytest.mark.parametrize("title", ["", "Cup", "Żółć Ōta Đặng", "Кубок 大会"])
def test_any_title_can_be_drawn(title: str) -> None:
    assert share_picture(title, ["a line"] * 9, "Club").startswith(b"\x89PNG")
