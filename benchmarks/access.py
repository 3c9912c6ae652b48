"""Keys and rates

The small request by `GET` to a service that requires keys or counts calls (docs/access.md): the CPU time of the worker.
The ratio compares with the same request to a service that does neither. It is the median of the ratios of the rounds.
"""

from contextlib import ExitStack

from benchmarks.measure import Asked, figures, in_turn, serving
from benchmarks.small import REQUESTS
from utilitysvc.access import tokens

TOKEN = tokens.new_token()
KEYS = {"API_TOKENS": tokens.entry("bench", TOKEN)}
RATE = {"RATE_LIMIT": "100000000/second"}
SERVICES = {"open": {}, "keys": KEYS, "rates, each worker for itself": RATE, "both": KEYS | RATE}


def table(rounds: int = 40, count: int = 300) -> list[list[str]]:
    request = REQUESTS["GET"]
    with_key = request.replace(b"\r\n\r\n", f"\r\nAuthorization: Bearer {TOKEN}\r\n\r\n".encode())
    with ExitStack() as stack:
        asked = {
            name: Asked(
                stack.enter_context(serving(**variables)), with_key if "API_TOKENS" in variables else request, count
            )
            for name, variables in SERVICES.items()
        }
        seconds = in_turn(asked, rounds)
    head = ["CPU of the worker per small request", "µs | ratio"]
    return [head, *([name, figures(own, seconds["open"])] for name, own in seconds.items())]
