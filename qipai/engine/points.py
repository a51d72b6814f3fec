"""Points as people write them: where wins are shared, a point has `Game.unit` parts."""

from math import gcd

# The fractions that have a character of their own.
FRACTIONS = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕",
    (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘", (1, 6): "⅙", (5, 6): "⅚",
}  # fmt: skip


def format_points(parts: int, unit: int) -> str:
    """So many parts of a point, with their sign: of 60 parts, 30 are +½, 140 are +2⅓, and 95 are +1 7/12."""
    sign = "-" if parts < 0 else "+"
    whole, rest = divmod(abs(parts), unit)
    if not rest:
        return f"{sign}{whole}"
    shared = gcd(rest, unit)
    over, under = rest // shared, unit // shared
    written = FRACTIONS.get((over, under))
    if written:
        return f"{sign}{whole or ''}{written}"
    return f"{sign}{f'{whole} ' if whole else ''}{over}/{under}"
