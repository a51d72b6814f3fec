"""`python -m qipai.server`: the server alone, without a browser."""

import argparse
import os
from pathlib import Path


def main() -> None:
    os.environ["QIPAI_RULES"] = "plain"  # before any import of the engine
    from qipai.engine.errors import QipaiError

    from .app import serve

    parser = argparse.ArgumentParser(prog="python -m qipai.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", type=Path, help="folder of the tables' log (default: the user's data folder)")
    parser.add_argument("--database", help="URL of a database to use instead, for example of PostgreSQL")
    parser.add_argument("--origin", action="append", default=[], help="address of this server's pages behind a proxy")
    given = parser.parse_args()
    try:
        serve(given.host, given.port, given.data, False, given.database, given.origin)
    except QipaiError as error:
        parser.exit(2, f"qipai: {error}\n")
    except KeyboardInterrupt:
        parser.exit(130)


if __name__ == "__main__":
    main()
