"""Run every learner once, one after the other: `python -m examples --seconds 180`.  What is not installed is skipped, and says so."""

import argparse
import importlib.util
import subprocess
import sys

PROGRAMS = {
    "solving": ("pyspiel", False),
    "searching": ("pyspiel", False),
    "ppo": ("torch", True),
    "maskable_ppo": ("sb3_contrib", True),
    "rlcard_dqn": ("rlcard", True),
    "tianshou_dqn": ("tianshou", True),
}  # by name: the package that it needs, and whether it trains


def main() -> int:
    """Return 1 if a program failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=180.0, help="of training, each")
    args, failed = parser.parse_args(), 0
    for name, (package, trains) in PROGRAMS.items():
        if importlib.util.find_spec(package) is None:
            print(f"{name}: skipped, {package} is not installed", flush=True)
            continue
        print(f"{name}:", flush=True)
        more = ["--seconds", str(args.seconds)] if trains else []
        failed |= subprocess.run([sys.executable, "-m", f"examples.{name}", *more], check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main())
