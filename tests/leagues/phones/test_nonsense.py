"""Invalid input to the reports' endpoint gets a sentence, never a crash, and writes nothing."""

import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leagues.models import Action, Round, RoundReport
from tests.examples import example_count
from tests.leagues.phones.at_boards import Hall, Phone
from tests.scenes import scene

pytestmark = pytest.mark.django_db

KEY = str(uuid4())
HUGE = 10**5000


def rows_written() -> tuple[int, int, int]:
    return (
        RoundReport.objects.count(),
        Round.objects.count(),
        Action.objects.filter(verb="report_round").count(),
    )


def assert_refused(phone: Phone, body: Any, verb: str = "reports") -> None:
    """Assert a 4xx with a sentence, or a refusal of every report, and that nothing was written."""
    before = rows_written()
    answer = phone.tells(verb, body)
    if answer.status_code == 200 and verb == "reports":
        for result in answer.json()["results"]:
            assert result["took"] == "refused"
            assert_sentence(result["why"])
    else:
        assert 400 <= answer.status_code < 500, answer.content
        assert_sentence(answer.json()["error"])
    assert rows_written() == before


def assert_sentence(text: Any) -> None:
    assert isinstance(text, str)
    assert text[:1].isupper() or not text[:1].isalpha(), text
    assert len(text) < 400


def make_report(**changed: Any) -> dict[str, Any]:
    return {
        "key": KEY,
        "game": 1,
        "number": 1,
        "claim": {"points": [2, 0]},
        "made_at": "2026-11-21T12:00:00Z",
    } | changed


def make_parcel(*reports: Any, **more: Any) -> str:
    return json.dumps({"reports": list(reports)} | more)


def parcels_of_claims(*values: Any) -> list[str]:
    return [make_parcel(make_report(claim=each)) for each in values]


NO_KEYS: tuple[Any, ...] = (None, "", 7, "key", [], "g" * 36)
NONSENSE: list[Any] = [
    b"",
    b"\x00",
    b"\xff\xfe{",
    b'{"reports": "\xc3\x28"}',
    b"null",
    b"[]",
    b"7",
    b'"text"',
    b"{}",
    b'{"reports": null}',
    b'{"reports": {}}',
    b'{"reports": []}',
    b'{"reports": [1]}',
    b'{"reports": [[]]}',
    b"[" * 60_000,
    b'{"a":' * 12_000,
    b'{"reports": [], "reports": []}',
    b'{"device": NaN, "reports": []}',
    b"{'reports': []}",
    b'{"reports": [' + b" " * 70_000 + b"]}",
    make_parcel(*[make_report() for _ in range(101)]),
    make_parcel(make_report(), extra=1),
    make_parcel(make_report(), device="me"),
    make_parcel(make_report(), device=7),
    make_parcel(make_report(), device=""),
    make_parcel(make_report(extra=1)),
    make_parcel({}),
    make_parcel({"key": KEY}),
    *(make_parcel(make_report(key=key)) for key in NO_KEYS),
    *(
        make_parcel(make_report(number=number))
        for number in (None, 0, -1, 1.0, 1.5, "1", True, [1], 2**63, 10**400)
    ),
    *(make_parcel(make_report(game=game)) for game in (0, -1, 2.0, "1", False, 2**31)),
    *(make_parcel(make_report(seat=seat)) for seat in (-1, 4, 1.0, "0", True, [0])),
    *(make_parcel(make_report(made_at=at)) for at in (None, "", 7, "yesterday", "2026-13-40")),
    *parcels_of_claims(
        None,
        [],
        "2-0",
        7,
        {},
        {"points": None},
        {"points": []},
        {"points": [2]},
        {"points": [2, 0, 0, 0, 0]},
        {"points": "20"},
        {"points": {"0": 2, "1": 0}},
        {"points": [2.0, 0]},
        {"points": [True, False]},
        {"points": ["2", "0"]},
        {"points": [None, None]},
        {"points": [[2], [0]]},
        {"points": [2, 0], "extra": 1},
        {"points": [-2, 0]},
        {"points": [10**300, 0]},
        {"points": [2, 0], "score": [65, 40]},
        {"points": [2, 0], "twenties": 3},
        {"points": [2, 0], "twenties": [3]},
        {"points": [2, 0], "twenties": [3, 1, 1]},
        {"points": [2, 0], "twenties": [3.0, 1]},
        {"points": [2, 0], "twenties": [-1, 1]},
        {"points": [2, 0], "twenties": ["3", "1"]},
        {"twenties": [3, 1]},
        {"score": [65]},
        {"score": [65, None]},
        {"score": [65.0, 40]},
        {"discs": None},
        {"discs": []},
        {"discs": [1, 2]},
        {"discs": [[1, 1, 1], [1, 1, 1, 1]]},
        {"discs": [[1, 1, 1, 1, 1], [1, 1, 1, 1]]},
        {"discs": [[1, 1, 1, 1]]},
        {"discs": [[1, 1, 1, -1], [1, 1, 1, 1]]},
        {"discs": [[1, 1, 1, 1.0], [1, 1, 1, 1]]},
        {"discs": [[1, 1, 1, 1], [1, 1, 1, 1]], "twenties": [1, 1]},
    ),
    # Well formed, and impossible.
    *parcels_of_claims(
        {"points": [2, 1]},
        {"points": [3, 0]},
        {"points": [0, 0]},
        {"points": [1, 1, 1]},
        {"points": [2, 0, 0]},
        {"points": [2, 0], "twenties": [0, 8]},
        {"points": [2, 0], "twenties": [9, 0]},
        {"score": [63, 40]},
        {"score": [165, 40]},
        {"score": [65, 40, 20]},
        {"score": [20, 0], "twenties": [2, 0]},
        {"discs": [[9, 0, 0, 0], [0, 0, 0, 0]]},
        {"discs": [[4, 4, 4, 4], [0, 0, 0, 0]]},
        {"discs": [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]},
    ),
    make_parcel(make_report(number=2)),
    make_parcel(make_report(game=2)),
    make_parcel(make_report(number=999, game=999)),
]


@scene
def phone(hall: Hall) -> Phone:
    return hall.phone(0)


@pytest.mark.long
def test_nonsense_made_by_hand(phone: Phone) -> None:
    for body in NONSENSE:
        assert_refused(phone, body)


def test_a_number_too_long_to_read(phone: Phone) -> None:
    assert_refused(phone, '{"reports": [%s]}' % ("9" * 5000))


@pytest.mark.parametrize("verb", ["confirm", "help", "take-over"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b"[" * 60_000,
        b'{"device": 7}',
        b'{"device": "x"}',
        b'{"seat": 9}',
        b'{"seat": true}',
    ],
)
def test_nonsense_beside_the_reports(phone: Phone, verb: str, body: bytes) -> None:
    assert_refused(phone, body, verb)


@pytest.mark.parametrize(("device", "status"), [("x", 400), ("", 400), ("7" * 5000, 400)])
def test_a_device_that_is_none(phone: Phone, device: str, status: int) -> None:
    answer = phone.browser.get(f"{phone.address}state.json", {"device": device})
    assert answer.status_code == status


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"key": KEY, "game": "1", "number": "1"},
        {"key": KEY, "game": "1", "number": "1", "result": "2"},
        {"key": KEY, "game": "1", "number": "1", "result": "x-y"},
        {"key": KEY, "game": "1", "number": "1", "result": "2-0-0-0-0-0"},
        {"key": KEY, "game": "1", "number": "1", "result": "-".join("9" * 99)},
        {"key": KEY, "game": "1", "number": "9" * 999, "result": "2-0"},
        {"key": KEY, "game": "1", "number": "2", "result": "2-0"},
        {"key": KEY, "game": "1", "number": "1", "score_1": "65"},
        {"key": KEY, "game": "1", "number": "1", "score_0": "63", "score_1": "40"},
        {"key": "x", "game": "1", "number": "1", "result": "2-0"},
    ],
)
@pytest.mark.ignore_template_errors
def test_the_plain_form_answers_with_a_sentence(phone: Phone, form: Any) -> None:
    before = rows_written()
    page = phone.browser.post(phone.address, form)

    assert page.status_code == 422
    assert_sentence(page.context["wrong"])
    assert rows_written() == before


# --- And by dice ----------------------------------------------------------------------------

WORDS = [
    "device",
    "reports",
    "key",
    "game",
    "number",
    "seat",
    "claim",
    "made_at",
    "points",
    "score",
    "twenties",
    "discs",
]
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from([KEY, 0, 1, 2, [2, 0], {"points": [2, 0]}]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=4), inner, max_size=6)
    ),
    max_leaves=20,
)
FIELDS = sorted(make_report())


def throw_at(phone: Phone, body: Any) -> None:
    """Send one random body; if it was a valid report by chance, remove it again."""
    try:
        text = json.dumps(body)
    except (ValueError, UnicodeError):  # nothing that could be sent
        return
    answer = phone.tells("reports", text)
    assert answer.status_code in (200, 400)
    if answer.status_code == 400:
        assert_sentence(answer.json()["error"])
    took = {each["took"] for each in answer.json().get("results", ())}
    if "new" in took:
        Round.objects.all().delete()
        for model in (RoundReport, Action):
            model.objects.all()._raw_delete("default")
    assert rows_written() == (0, 0, 0)


quick = settings(
    max_examples=example_count(50),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.long
@quick
@given(body=JUNK)
def test_anything_at_all(phone: Phone, body: Any) -> None:
    throw_at(phone, body)


@pytest.mark.long
@quick
@given(name=st.sampled_from(FIELDS), junk=JUNK)
def test_a_report_with_junk_in_one_place(phone: Phone, name: str, junk: Any) -> None:
    throw_at(phone, {"reports": [make_report(**{name: junk})]})


@pytest.mark.long
@quick
@given(
    claim=st.dictionaries(
        st.sampled_from(["points", "score", "twenties", "discs"]), JUNK, max_size=3
    )
)
def test_a_claim_with_junk_in_it(phone: Phone, claim: Any) -> None:
    throw_at(phone, {"reports": [make_report(claim=claim)]})


@pytest.mark.long
@quick
@given(body=st.binary(max_size=300))
def test_bytes(phone: Phone, body: bytes) -> None:
    assert_refused(phone, body)
