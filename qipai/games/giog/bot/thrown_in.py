"""§7  What to do when asked whether to expose."""

from qipai.engine.compiling import inlined


@inlined
def answer_asked(actions):
    """Return the first action, which is to expose what beats the best set so far: it wins, or makes the winner show more."""
    return int(actions.list[0])
