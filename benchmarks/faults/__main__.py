"""Attack or damage a running service, and print how it copes: ``python -m benchmarks.faults slow signals``, or all.

Each function starts its own service on 127.0.0.1, for some seconds.
"""

import sys
from functools import partial

from benchmarks.faults.beside import busy, slow
from benchmarks.faults.damage import EXHAUSTION, SIGNALS, databases, run
from benchmarks.faults.dearest import dearest
from benchmarks.faults.fuzz import fuzz, pipelined

SCRIPTS = {
    "slow": slow,
    "busy": busy,
    "memory": dearest,
    "signals": partial(run, SIGNALS),
    "exhaustion": partial(run, EXHAUSTION),
    "databases": databases,
    "fuzz": fuzz,
    "pipelined": pipelined,
}

if __name__ == "__main__":
    for name in sys.argv[1:] or SCRIPTS:
        if name not in SCRIPTS:
            sys.exit(f"{name}: no such script; there are {', '.join(SCRIPTS)}")
        print(f"== {name}", flush=True)
        SCRIPTS[name]()
