"""What a comparison of an engine with its reference raises."""


class Difference(AssertionError):
    """The engine and the reference do not agree."""
