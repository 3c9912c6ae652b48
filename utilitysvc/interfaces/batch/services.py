"""The calls of a batch, one after the other, within a bound of computing time (B9)."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NotRequired, TypedDict, cast

import orjson

from utilitysvc.interfaces.calls import Calls, Function, function_at
from utilitysvc.kit.clock import Clock, utc_now, utc_timestamp
from utilitysvc.kit.raw_values import ParameterError, as_text
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

CALLS = Bounds(
    "calls", 1, 100, error="Between {minimum} and {maximum} calls are needed", details="Calls given: {value}"
)
#: After so many seconds of the thread's own CPU time no further call is begun.
CPU_SECONDS = 1.0
#: Nor after so many MiB of answers: a hundred texts that base64_encode makes longer would be 90 MB at once.
ANSWER_MIB = 8

_MEMBERS = frozenset({"path", "parameters", "id"})
NO_PATH = "Path parameter is required"
NO_FUNCTION = "No function has this path; GET / lists the paths"
QUERY_IN_PATH = "The path of a call must not have a query: put the values into its parameters, an object"
TIME_USED = "The batch has used its time"
SPACE_USED = "The batch has used its space"


class CallResult(TypedDict):
    id: NotRequired[Annotated[str, "The id of the call, if it has one"]]
    status: Annotated[int, "HTTP status that the call would get on its own"]
    body: Annotated[Mapping[str, Any], "What the call alone would have been answered; an error in its service's shape"]


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
    """Answer each of ``calls``, which are objects with ``path``, ``parameters`` and ``id``, as it would be alone.

    ``within`` is the request whose calls they are. Raises ServiceError for a wrong number of calls; what is wrong with
    a call is its own result. Each ``body`` is written as JSON already, for orjson to put in its place. When the calls
    so far have used CPU_SECONDS, as ``cpu`` counts them, or ANSWER_MIB, the rest are 503.
    """
    CALLS.check(len(calls))
    if within is None:
        raise TypeError("within must be the Calls of a request: its host's policy judges each call")
    end, space = cpu() + CPU_SECONDS, ANSWER_MIB * 1024 * 1024
    used_up = None
    results: list[CallResult] = []
    for number, call in enumerate(calls):
        if used_up is None and cpu() >= end:
            used_up = _used_up(TIME_USED, len(results), f"took {CPU_SECONDS:g} s of computing")
        elif used_up is None and space < 0:
            used_up = _used_up(SPACE_USED, len(results), f"have answers of more than {ANSWER_MIB} MiB")
        result = _result(within, f"calls.{number}.", call, used_up)
        # Written at once: as Python's objects ten thousand numbers would keep five times the memory until all are done.
        written = orjson.dumps(result["body"])
        space -= len(written)
        result["body"] = cast(Any, orjson.Fragment(written))
        results.append(result)
    return {"results": results, "count": len(results), "timestamp": utc_timestamp(clock())}


def _result(asking: Calls, place: str, call: object, refusal: ServiceError | None) -> CallResult:
    identity = function = None
    if isinstance(call, dict) and not call.keys() <= _MEMBERS:
        asking.ignore(f"{place}{name}" for name in call if name not in _MEMBERS)
    try:
        if (given := _member(call, "id")) is not None:
            identity = _text("id", given)
        function = _function(_member(call, "path"))
        if refusal:
            answer = asking.refuse(function, refusal)
        else:
            answer = asking.answer(function, _parameters(_member(call, "parameters")), f"{place}parameters.")
    except ServiceError as exc:
        answer = asking.refuse(function, exc)
    if identity is None:
        return {"status": answer.status, "body": answer.body}
    return {"id": identity, "status": answer.status, "body": answer.body}


def _member(call: object, name: str) -> object:
    """Return a member of a call, None where the call lacks it or is not an object at all."""
    return call.get(name) if isinstance(call, dict) else None


def _parameters(value: object) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ServiceError("Invalid parameter type", "parameters must be an object")
    return value


def _function(path: object) -> Function:
    if path is None or path == "":
        raise ServiceError(NO_PATH, "A call is an object with the path of a function, as /hash/")
    function = function_at(_text("path", path))
    if function is None:
        raise ServiceError("Not found", QUERY_IN_PATH if "?" in str(path) else NO_FUNCTION, 404)
    return function


def _text(name: str, value: object) -> str:
    try:
        return as_text(value)
    except ParameterError as exc:
        raise ServiceError(exc.error, f"{name} {exc.complaint}") from None


def _used_up(error: str, calls: int, what: str) -> ServiceError:
    return ServiceError(error, f"The first {calls} calls {what}; send the rest in another batch", 503)
