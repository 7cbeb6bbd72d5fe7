"""The public names of ``scoring``, on which other code may rely."""

import scoring


def test_every_public_name_is_there_and_explained() -> None:
    for name in scoring.__all__:
        assert hasattr(scoring, name)
        assert f"``{name}``" in (scoring.__doc__ or ""), f"{name} is not explained"


def test_public_names_are_listed_once_and_in_order() -> None:
    assert len(set(scoring.__all__)) == len(scoring.__all__)
    assert list(scoring.__all__) == sorted(
        scoring.__all__, key=lambda n: (not n.isupper(), n[0].islower(), n)
    )
