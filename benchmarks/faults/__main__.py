"""Run the named scripts, or all: ``python -m benchmarks.faults slow signals``."""

import importlib
import sys

SCRIPTS = ("slow", "busy", "memory", "signals", "exhaustion", "databases", "fuzz", "pipelined")

if __name__ == "__main__":
    for name in sys.argv[1:] or SCRIPTS:
        if name not in SCRIPTS:
            sys.exit(f"{name}: no such script; there are {', '.join(SCRIPTS)}")
        print(f"== {name}", flush=True)
        importlib.import_module(f"benchmarks.faults.{name}").run()
