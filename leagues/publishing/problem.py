"""The exception that a publication raises."""


class PublishProblem(Exception):
    """The reason why nothing was published, as a sentence."""
