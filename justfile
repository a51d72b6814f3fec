# What to do here, in the words people say.  Everything runs in the environment that `python3 run.py test` makes.

set positional-arguments

bin := justfile_directory() / ".venv/bin"

# form, types and the fast tests
check: lint
    python3 run.py test -m "not browser and not slow"

# form and types, Python and the browser client
lint:
    {{ bin }}/ruff check
    {{ bin }}/ruff format --check
    {{ bin }}/mypy
    npm --prefix frontend run check

# put Python into form
format:
    {{ bin }}/ruff check --fix
    {{ bin }}/ruff format

# every test that needs no browser; words go to pytest
test *words:
    python3 run.py test "$@"

# the same with the rules interpreted, for breakpoints and coverage
plain *words:
    QIPAI_RULES=plain python3 run.py test "$@"

# the tests in Chromium
browser *words:
    python3 run.py test -m browser "$@"

# a game in the terminal
play game *words:
    python3 run.py play "$@"

# this machine's speed
bench *words:
    python3 run.py bench "$@"

# the table
serve *words:
    python3 run.py "$@"

# the browser client, rebuilt at every edit, beside a running table
web:
    npm --prefix frontend run dev

# the wire's types for the browser client, from the server's structures
protocol:
    {{ bin }}/python -m qipai.server.typescript > frontend/src/protocol.ts

# the written sessions in tests/playthroughs, after a change of rules; read the difference
golden:
    {{ bin }}/python -m tests.playthroughs.write

# the tables of docs/observations, after a change of records or of the environments
tables:
    {{ bin }}/python -m qipai.environments.tables docs/observations

# the site, in build/docs; `pip install --editable '.[docs]'` brings what it needs
docs:
    {{ bin }}/sphinx-build --nitpicky --fail-on-warning --keep-going --quiet docs build/docs

# the tables and the exchange of docs/protocol.md and docs/record.md, after a change of what is sent or written
wire:
    QIPAI_RULES=plain {{ bin }}/python -m docs.making.wire
    QIPAI_RULES=plain {{ bin }}/python -m tests.docs.exchange

# the pictures of docs/players.md in Chromium, after a change of what people see
pictures *words:
    QIPAI_RULES=plain {{ bin }}/python -m tests.docs.pictures "$@"

# every game, variant and number of players before the tests of PettingZoo, Gymnasium and OpenSpiel
judges:
    QIPAI_RULES=plain {{ bin }}/python -m tests.environments.judges
    QIPAI_RULES=plain {{ bin }}/python -m tests.environments.spiel_judges

# requirements.lock, after an edit of pyproject.toml
lock:
    uv pip compile pyproject.toml --extra test --extra envs --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --upgrade --quiet --output-file requirements.lock
