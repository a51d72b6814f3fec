# What to do here, in the words people say.  Everything runs in the environment that `python3 run.py test` makes.

set positional-arguments

bin := justfile_directory() / ".venv/bin"

# form, types and the tests
check: lint
    python3 run.py test

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

# the tests with the rules interpreted, without the slow ones and those in Chromium; words go to pytest
test *words:
    python3 run.py test "$@"

# the same with the rules compiled, which takes minutes the first time
compiled *words:
    QIPAI_RULES=native python3 run.py test "$@"

# every test, with the rules interpreted
all *words:
    python3 run.py test --all "$@"

# every test there is, in both modes and in Chromium, with every extra; goes on where it was stopped, and takes hours
everything *words:
    {{ bin }}/python -m tests.everything "$@"

# what the lanes and the slowest tests of `just everything` took
times *words:
    {{ bin }}/python -m tests.everything --times "$@"

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

# the types of the wire and of the boards for the browser client, from the server's structures
protocol:
    {{ bin }}/python -m qipai.server.typescript frontend/src

# the written sessions in tests/playthroughs, after a change of rules; read the difference
golden:
    {{ bin }}/python -m tests.playthroughs.write

# the tables of docs/observations, after a change of records or of the environments
tables:
    {{ bin }}/python -m qipai.environments.pages docs/observations

# the house in numbers: lines, folders, places of a field, speed beside an earlier commit; in docs/house_in_numbers.md
measure *options:
    {{ bin }}/python -m benchmarks.house {{ options }}

# the site, in build/docs; `pip install --editable '.[docs]'` brings what it needs
docs:
    {{ bin }}/sphinx-build --nitpicky --fail-on-warning --keep-going --quiet docs build/docs

# the tables of docs/protocol.md, record.md and hosting.md, the exchange, and what the client's tests read, after a change of what is sent, written or set
wire:
    QIPAI_RULES=plain {{ bin }}/python -m docs.making.wire
    QIPAI_RULES=plain {{ bin }}/python -m tests.docs.exchange
    QIPAI_RULES=plain {{ bin }}/python -m tests.web.recorded

# words of the pages, the interface and the command line that nobody has accepted; with `--accept WORD …` they are
spelling *words:
    {{ bin }}/python -m tests.docs.spelling {{ words }}

# the pictures of docs/players.md in Chromium, after a change of what people see
pictures *words:
    QIPAI_RULES=plain {{ bin }}/python -m tests.docs.pictures "$@"

# every game, variant and number of players before the tests of PettingZoo, Gymnasium and OpenSpiel
judges:
    QIPAI_RULES=plain {{ bin }}/python -m tests.environments.judges
    QIPAI_RULES=plain {{ bin }}/python -m tests.environments.spiel_judges

# the learners of docs/learners.md, one after the other; those whose packages are missing say so
learners *options:
    {{ bin }}/python -m examples {{ options }}

# a server killed 2,000 times at random moments of play, its disk filled, its clock set; with --house two on a PostgreSQL with a Redis; what people were told, beside what is stored
kills *options="2000":
    QIPAI_RULES=plain {{ bin }}/python -m tests.server.killing {{ options }}

# what an ordinary player feels while others attack the server
attacks *options:
    QIPAI_RULES=plain {{ bin }}/python -m benchmarks.attacks {{ options }}

# both archives of this commit in dist/: built, checked, their checksums signed with gpg and verified
release *options:
    {{ bin }}/python release.py {{ options }}

compile := "uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --upgrade --quiet"

# every extra but torch, which takes five gigabytes on Linux and which no check needs
locked := "--extra club --extra cluster --extra data --extra docs --extra envs --extra gpu --extra plots --extra postgres --extra redis --extra sealed --extra test"

# the three lock files, after an edit of pyproject.toml: for the whole check, and of the same versions for the tests and a table
lock:
    {{ compile }} {{ locked }} --group check --output-file requirements-all.lock
    {{ compile }} --extra club --extra test --constraint requirements-all.lock --output-file requirements-test.lock
    {{ compile }} --extra club --constraint requirements-all.lock --output-file requirements.lock
