"""A store in trouble: it is away, or the answers to its commits are lost, as a file says at each moment.

The file holds words: `away`: nothing can be read or written; `stored`: commits are done and their answers lost; `undone`: they are not done and
their answers lost; `once`: that happens to one commit, and then all is well; `then away`: it happens to one, and then the store is away.
"""

from pathlib import Path
from typing import Any

from sqlalchemy import Transaction
from sqlalchemy.exc import OperationalError

from qipai.server.storage import database, deadlines

HIDDEN = "nine of hearts"  # what nobody may be told


def lost(*, line: bool) -> OperationalError:
    """What SQLAlchemy raises where the line to a database is lost, or where it says that it cannot."""
    return OperationalError(f"insert '{HIDDEN}'", {"cards": HIDDEN}, OSError(f"{HIDDEN} is gone"), connection_invalidated=line)


class Trouble:
    """What is wrong at present.  Several processes may ask."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def be(self, words: str) -> None:
        """Let this be wrong from now on; "" for nothing."""
        self.path.write_text(words)

    @property
    def words(self) -> str:
        return self.path.read_text() if self.path.exists() else ""


class Unanswered:
    """A transaction the answer to whose commit is lost."""

    def __init__(self, transaction: Transaction, trouble: Trouble) -> None:
        self.transaction = transaction
        self.trouble = trouble

    def commit(self) -> None:
        words = self.trouble.words
        (self.transaction.commit if "stored" in words or not words else self.transaction.rollback)()
        if not words:
            return
        if "then away" in words:
            self.trouble.be("away")
        elif "once" in words:
            self.trouble.be("")
        raise lost(line=True)


def bring(trouble: Trouble, patch: Any = setattr) -> None:
    """Have every store of this process follow the file, by a way to replace what a module or a class has."""
    ask, commit = database.Lane.ask, database.Database._commit

    def asking(self: database.Lane, question: Any) -> Any:
        if "away" in trouble.words.split(" then ")[0]:
            raise lost(line=False)
        return ask(self, question)

    def committing(self: database.Database, group: Any) -> Any:
        if "away" in trouble.words.split(" then ")[0]:
            with self._watched("written"):
                raise lost(line=False)
        return commit(self, group)

    patch(database.Lane, "ask", asking)
    patch(database.Database, "_commit", committing)
    patch(database, "commit", lambda transaction: deadlines.commit(Unanswered(transaction, trouble)))  # type: ignore[arg-type]
