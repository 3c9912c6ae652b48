"""Keys and rates

The small request by `GET` to a service that requires keys or counts calls (docs/access.md): the CPU time of the worker.
The ratio compares with the same request to a service that does neither. It is the median of the ratios of the rounds.
"""

from contextlib import ExitStack
from statistics import median

from benchmarks.measure import OWN, cpu_per_request, get, serving
from utilitysvc.access import tokens

TOKEN = tokens.new_token()
KEYS = {"API_TOKENS": tokens.entry("bench", TOKEN)}
RATE = {"RATE_LIMIT": "100000000/second"}
SERVICES = {"open": {}, "keys": KEYS, "rates, each worker for itself": RATE, "both": KEYS | RATE}


def table(rounds=40, count=300):
    request = get("/uuid/?count=1&format=standard")
    with_key = request.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode())
    with ExitStack() as stack:
        running = {
            name: stack.enter_context(serving(OWN, "utilitysvc.asgi:application", **variables))
            for name, variables in SERVICES.items()
        }
        seconds = {name: [] for name in running}
        for _ in range(rounds):
            for name, (port, pid) in running.items():
                sent = with_key if "API_TOKENS" in SERVICES[name] else request
                seconds[name].append(cpu_per_request(port, pid, sent, count))
    first, *_ = seconds.values()
    rows = [["CPU of the worker per small request", "µs | ratio"]]
    for name, own in seconds.items():
        ratio = median(one / bare for one, bare in zip(own, first, strict=True))
        rows.append([name, f"{median(own) * 1e6:.0f} | {ratio:.2f}"])
    return rows


if __name__ == "__main__":
    for row in table():
        print(f"{row[0]:44} {row[1]:>16}")
