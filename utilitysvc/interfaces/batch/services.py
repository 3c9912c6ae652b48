"""Answer the calls of a batch, one after the other, within limits of CPU time and of size (B9)."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict

import orjson

from utilitysvc.interfaces.calls import Calls, Function, data_of, function_at
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.parameters import INVALID_TYPE, ParameterError, as_text
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

CALLS = Bounds(
    "calls", 1, 100, error="Between {minimum} and {maximum} calls are needed", details="Calls given: {value}"
)
#: When the calls have used this many seconds of the thread's CPU time, no further call is started.
CPU_SECONDS = 1.0
#: The same after this many MiB of answers. A hundred texts that base64_encode makes longer would take 90 MB at once.
ANSWER_MIB = 8


class CallResult(TypedDict):
    id: NotRequired[Annotated[str, "The id of the call, if it has one"]]
    status: Annotated[int, "HTTP status that the call would get on its own"]
    body: Annotated[Mapping[str, Any], "The answer that the call alone would get; an error in its service's shape"]


class BatchResult(TypedDict):
    results: Annotated[list[CallResult], "One for each call, in the order of the calls"]
    count: Annotated[int, "How many there are"]
    timestamp: Annotated[str, "Time of the answer in UTC, shaped YYYY-MM-DD HH:MM:SS"]


def answer_calls(
    *,
    calls: Sequence[object],
    within: Calls | None = None,
    cpu: Callable[[], float] = time.thread_time,
    clock: Clock = utc_now,
) -> BatchResult:
    """Answer each of ``calls``, objects with ``path``, ``parameters`` and ``id``, as if it were a separate request.

    ``within``: the request that contains the calls. When the calls so far have used CPU_SECONDS, measured by ``cpu``,
    or ANSWER_MIB, the others are answered with status 503. Each ``body`` in the result is already JSON, which orjson
    inserts unchanged. Raises ServiceError for a wrong number of calls; an error of one call is the result of that call.
    """
    CALLS.check(len(calls))
    if within is None:
        raise TypeError("within must be the Calls of a request: its host's policy judges each call")
    end, space = cpu() + CPU_SECONDS, ANSWER_MIB * 1024 * 1024
    used_up = None
    results: list[Any] = []
    for number, call in enumerate(calls):
        if not used_up and cpu() >= end:
            used_up = ServiceError(
                "The batch has used its time",
                f"The first {number} calls took {CPU_SECONDS:g} s of computing; send the rest in another batch",
                503,
            )
        elif not used_up and space < 0:
            used_up = ServiceError(
                "The batch has used its space",
                f"The first {number} calls have answers of more than {ANSWER_MIB} MiB; send the rest in another batch",
                503,
            )
        identity, response = _answered(within, f"calls.{number}.", call if isinstance(call, dict) else {}, used_up)
        # Each answer is written as JSON at once: as Python objects, ten thousand numbers would take five times the
        # memory until all calls are answered.
        written = orjson.dumps(data_of(response))
        space -= len(written)
        results.append({**identity, "status": response.status_code, "body": orjson.Fragment(written)})
    return {"results": results, "count": len(results), "timestamp": utc_timestamp(clock())}


def _answered(
    within: Calls, place: str, call: dict[str, Any], used_up: ServiceError | None
) -> tuple[dict[str, str], Any]:
    """Return the id of a call, if it has one, and the response to it.

    ``place``: its position in the request. ``used_up``: the error of each further call once a bound is reached.
    """
    within.ignored += [f"{place}{name}" for name in call if name not in ("path", "parameters", "id")]
    function, identity = None, {}
    try:
        if call.get("id") is not None:
            identity["id"] = _text("id", call["id"])
        function = _function(within, call.get("path"))
        if used_up:
            response = within.refuse(function, used_up)
        else:
            response = within.respond(function, _parameters(call.get("parameters")), place=f"{place}parameters.")
    except ServiceError as exc:
        response = within.refuse(function, exc)
    return identity, response


def _function(within: Calls, path: object) -> Function:
    if path in (None, ""):
        raise ServiceError("Path parameter is required", "A call is an object with the path of a function, as /hash/")
    text = _text("path", path)
    if function := function_at(text, within.urlconf):
        return function
    details = "No function has this path; GET / lists the paths"
    if "?" in text:
        details = "The path of a call must not have a query: put the values into its parameters, an object"
    raise ServiceError("Not found", details, 404)


def _parameters(value: object) -> dict[str, Any]:
    if isinstance(value, dict | None):
        return value or {}
    raise ServiceError(INVALID_TYPE, "parameters must be an object")


def _text(name: str, value: object) -> str:
    try:
        return as_text(value)
    except ParameterError as exc:
        exc.details = f"{name} {exc.details}"
        raise
