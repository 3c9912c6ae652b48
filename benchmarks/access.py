"""Keys and rates

The small request by `GET` to a service that requires keys or counts calls (docs/access.md): the CPU time of the worker.
The ratio compares with the same request to a service that does neither. It is the median of the ratios of the rounds.
"""

from contextlib import ExitStack
from statistics import median

from benchmarks.measure import cpu_per_request, get, serving
from utilitysvc.access import tokens

TOKEN = tokens.new_token()
KEYS = {"API_TOKENS": tokens.entry("bench", TOKEN)}
RATE = {"RATE_LIMIT": "100000000/second"}
SERVICES = {"open": {}, "keys": KEYS, "rates, each worker for itself": RATE, "both": KEYS | RATE}


def table(rounds: int = 40, count: int = 300) -> list[list[str]]:
    request = get("/uuid/?count=1&format=standard")
    with_key = request.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode())
    seconds: dict[str, list[float]] = {name: [] for name in SERVICES}
    with ExitStack() as stack:
        running = {name: stack.enter_context(serving(**variables)) for name, variables in SERVICES.items()}
        for _ in range(rounds):
            for name, (port, pid) in running.items():
                sent = with_key if "API_TOKENS" in SERVICES[name] else request
                seconds[name].append(cpu_per_request(port, pid, sent, count))
    rows = [["CPU of the worker per small request", "µs | ratio"]]
    for name, own in seconds.items():
        ratio = median(one / bare for one, bare in zip(own, seconds["open"], strict=True))
        rows.append([name, f"{median(own) * 1e6:.0f} | {ratio:.2f}"])
    return rows
