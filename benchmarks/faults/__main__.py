"""Attack or damage a running service, and print how it copes: ``python -m benchmarks.faults slow signals``, or all.

Each function starts its own service on 127.0.0.1, for some seconds.
"""

import sys

from benchmarks.faults.busy import busy, dearest
from benchmarks.faults.damage import databases, exhaustion, signals
from benchmarks.faults.fuzz import fuzz, pipelined
from benchmarks.faults.slow import slow

SCRIPTS = {
    "slow": slow,
    "busy": busy,
    "memory": dearest,
    "signals": signals,
    "exhaustion": exhaustion,
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
