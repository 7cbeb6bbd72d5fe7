"""The choice of few tests that send every statement of the suite."""

from tests.statements import cheapest_tests, digest_of, types_of


def test_every_statement_is_sent_by_the_cheapest_tests() -> None:
    noted = {
        "all the day long": (10.0, ["a", "b", "c"]),
        "two quick ones": (0.1, ["a", "b"]),
        "one of its own": (5.0, ["c", "d"]),
        "nothing new": (0.1, ["a"]),
    }
    assert cheapest_tests(noted) == {"two quick ones", "one of its own"}


def test_a_dear_test_is_needed_for_what_only_it_sends() -> None:
    noted = {"dear": (60.0, ["a", "b"]), "quick": (0.1, ["b"])}
    assert cheapest_tests(noted) == {"dear", "quick"}


def test_statements_differ_by_words_and_types_not_by_values() -> None:
    few = digest_of("SELECT a WHERE b IN (%s, %s) LIMIT 21", types_of([1, 2]))
    many = digest_of("SELECT a WHERE b IN (%s, %s, %s) LIMIT 5", types_of([3, 4, 5]))
    assert few == many
    assert few != digest_of("SELECT a WHERE b IN (%s, %s) LIMIT 21", types_of(["1", "2"]))
    assert few != digest_of("SELECT a WHERE c IN (%s, %s) LIMIT 21", types_of([1, 2]))


def test_rows_that_are_written_at_once_are_one_statement_however_many() -> None:
    one = digest_of("INSERT INTO a (b, c) VALUES (%s, %s)", "int str")
    three = digest_of("INSERT INTO a (b, c) VALUES (%s, %s), (%s, %s), (%s, %s)", "int str")
    assert one == three


def test_rows_that_are_changed_at_once_are_one_statement_however_many() -> None:
    def update(*whens: str) -> str:
        return f'UPDATE "a" SET "b" = CASE {" ".join(whens)} ELSE NULL END'

    to_a_value = 'WHEN ("a"."id" = %s) THEN %s'
    to_nothing = 'WHEN ("a"."id" = %s) THEN NULL'
    one = digest_of(update(to_a_value), "int str")
    assert one == digest_of(update(to_a_value, to_nothing, to_a_value), "int str")
    assert one != digest_of(update(to_a_value.replace("id", "c")), "int str")
