"""Write points for people.  In games with shared wins, points are counted in parts, of which `Game.unit` make one point."""

from math import gcd

# The fractions that have a character of their own.
FRACTIONS = {
    (1, 2): "½", (1, 3): "⅓", (2, 3): "⅔", (1, 4): "¼", (3, 4): "¾", (1, 5): "⅕",
    (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘", (1, 6): "⅙", (5, 6): "⅚",
}  # fmt: skip


def format_points(parts: int, unit: int) -> str:
    """Return `parts` / `unit` points as text with a sign.

    >>> [format_points(parts, 60) for parts in (0, -120, 30, 140, 95)]
    ['+0', '-2', '+½', '+2⅓', '+1 7/12']
    """
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
