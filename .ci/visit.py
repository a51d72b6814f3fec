"""Waits until a table that `python3 run.py` opens on this machine answers, and looks at its page as a browser would.

python3 .ci/visit.py PORT PROCESS
"""

import os
import re
import sys
import time
from urllib.request import ProxyHandler, build_opener

PATIENCE = 900  # seconds for the installation
port, process = map(int, sys.argv[1:])
opener = build_opener(ProxyHandler({}))


def ask(path):
    with opener.open(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        return answer.read().decode()


begun = time.monotonic()
while True:
    try:
        ask("/api/health")
        break
    except OSError:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            sys.exit("run.py has ended; this is what it said:")
        if time.monotonic() > begun + PATIENCE:
            sys.exit(f"nobody answers at port {port} after {PATIENCE} s")
        time.sleep(0.2)
page = ask("/")
scripts = re.findall(r'<script[^>]* src="([^"]+)"', page)
assert scripts, page
assert all(ask(script) for script in scripts)
print(f"the table was open after {time.monotonic() - begun:.0f} s, and its page runs {', '.join(scripts)}")
