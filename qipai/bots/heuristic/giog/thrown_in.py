"""§7  What to do when asked whether to expose."""

from qipai.engine.compiling import inlined


@inlined
def answer_asked(actions):
    """What beats the best so far is exposed: it wins, or makes the winner show more.  It is the first of the actions."""
    return int(actions.list[0])
