"""The operation: one thing that the service can do. All interfaces are generated from the tables of operations.

GET and POST, the index, the API description, the forms of the console, the batch and the tools for agents read the
``Operations`` of a view and nothing else. So a new operation is a row and a function, and a new interface is one
module that does not depend on any app.
"""

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, get_type_hints

from rest_framework.fields import empty

from utilitysvc.kit.parameter_serializer import OUTPUT, ParameterSerializer
from utilitysvc.kit.rules import Bounds
from utilitysvc.kit.service_error import ServiceError

RequestData = Mapping[str, Any]
Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """One thing that the service can do: a row of a view's table.

    ``function`` takes the parameters as keyword arguments and is annotated to return a TypedDict. The first line of its
    docstring says what it does, unless ``summary`` does. ``plain_text`` writes a result as the bare value (G6).

    ``examples``: requests by title; the first one is shown first. ``answers``: their answers, where these depend on the
    data of a site and cannot be computed everywhere. ``example_kwargs``: arguments of the function, such as a clock,
    that make the answer to an example the same each time. ``error_examples``: requests that are refused, each with a
    different error, or the error itself where it depends on data.

    ``deterministic``: equal requests have equal answers. ``group``: the heading under which a long list shows it.
    ``light``: whether the function takes at most a few milliseconds, so that a server may answer between other requests
    without a thread: for all values, or as it says for those that ``parameters.read`` has returned. No file or lock may
    make it wait.

    Raises TypeError at import where the row contradicts itself, as where the function lacks a parameter.
    """

    name: str
    function: Callable[..., Result]
    parameters: type[ParameterSerializer]
    plain_text: Callable[[Any], str]
    examples: Mapping[str, RequestData]
    error_examples: Mapping[str, RequestData | ServiceError] = field(default_factory=dict)
    answers: Mapping[str, Result] = field(default_factory=dict)
    example_kwargs: Mapping[str, Any] = field(default_factory=dict)
    deterministic: bool = False
    group: str = ""
    summary: str = ""
    light: bool | Callable[[Mapping[str, Any]], bool] = False

    def __post_init__(self) -> None:
        if mistake := self._mistake():
            raise TypeError(f"operation {self.name!r}: {mistake}")
        if not self.summary:
            described = inspect.getdoc(self.function) or self.name
            object.__setattr__(self, "summary", described.partition("\n")[0].removesuffix("."))

    def _mistake(self) -> str:
        """Say what is wrong with the row; an empty string if nothing is."""
        signature = inspect.signature(self.function)
        passed = {name: each for name, each in self.fields.items() if name not in self.parameters.request_only}
        try:
            signature.bind(**passed)
        except TypeError as exc:
            return f"its function and {self.parameters.__qualname__} differ: {exc}"
        for name, parameter in passed.items():
            default = getattr(signature.parameters.get(name), "default", signature.empty)
            if default is not signature.empty and parameter.default not in (empty, default):
                return f"{name} is {default!r} by default in its function, and {parameter.default!r} in its serializer"
        if not self.examples:
            return "it has no example"
        if unknown := self.answers.keys() - self.examples.keys():
            return f"answers to no example: {', '.join(unknown)}"
        return "" if self.result else "its function is not annotated with what it returns"

    @property
    def fields(self) -> dict[str, Any]:
        """The parameters by name, in the order in which they are read."""
        return self.parameters.shared_fields

    @property
    def first_example(self) -> RequestData:
        """The example request that is shown first."""
        return next(iter(self.examples.values()))

    @property
    def result(self) -> Any:
        """The TypedDict that its function is annotated to return."""
        return get_type_hints(self.function, include_extras=True).get("return")

    def compute(self, values: Mapping[str, Any], **more: Any) -> Result:
        """Return the result for values that ``parameters.read`` has returned."""
        if request_only := self.parameters.request_only:
            values = {name: value for name, value in values.items() if name not in request_only}
        return self.function(**values, **more)

    def answer(self, data: RequestData, **more: Any) -> Result:
        """Read ``data`` and return the result."""
        return self.compute(self.parameters.read(data), **more)

    def example_answer(self, title: str) -> Result | None:
        """Return the answer to an example, which is always the same, or None if it depends on a site's data."""
        if self.answers:
            return self.answers.get(title)
        return self.answer(self.examples[title], **self.example_kwargs)


class Operations:
    """The operations of one path: one, or several of which the request chooses one.

    ``selector``: the parameter that holds the operation's name; it is a field, with its default, of each operation's
    serializer. ``choose``: if no parameter holds the name, returns it for the data of a request. ``combine``: makes one
    operation of several that are chosen at once. The first operation is the default. ``bounds``: limits of a request
    besides those of its parameters, by name.

    ``examples`` and ``error_examples``: those of all operations, by title. ``results``: the TypedDicts that they
    return, each once.
    """

    def __init__(
        self,
        *rows: Operation,
        selector: str = "",
        combine: Callable[[Sequence[Operation]], Operation] | None = None,
        choose: Callable[[RequestData], str] | None = None,
        bounds: Mapping[str, Bounds] = {},
    ) -> None:
        self.rows = {row.name: row for row in rows}
        self.first = rows[0]
        self.selector = selector
        self.bounds = bounds
        self.examples = {title: each for row in rows for title, each in row.examples.items()}
        self.error_examples = {title: each for row in rows for title, each in row.error_examples.items()}
        self.results = list(dict.fromkeys(row.result for row in rows))
        self._choose = choose
        self._selecting = self.first.fields.get(selector)
        if len(self.rows) < len(rows) or (len(rows) > 1 and not (selector or choose)):
            raise TypeError("several operations need names of their own, and a selector or a choose")
        titles = Counter(title for row in rows for title in (*row.examples, *row.error_examples))
        if repeated := [title for title, count in titles.items() if count > 1]:
            raise TypeError(f"two examples or refusals of one path share a title: {', '.join(sorted(repeated))}")
        if selector and (not self._selecting or set(self._selecting.names.values) != set(self.rows)):
            raise TypeError(f"the closed list of {selector!r} and the operations' names differ")
        if combine is None and getattr(self._selecting, "takes_list", False):
            raise TypeError(f"{selector!r} takes several names, and no combine makes one operation of several")
        self._combine: Any = combine

    def chosen(self, data: RequestData) -> Operation:
        """Return the operation that a request with ``data`` asks for.

        If the selecting value is invalid, this is the default operation. Its serializer reads the value again, after
        the parameters before it, and so reports the first error (G4).
        """
        if self._choose:
            return self.rows[self._choose(data)]
        if self._selecting is None:
            return self.first
        names = self._selecting.default
        with suppress(ServiceError):
            names = self._selecting.value(data) or names
        if isinstance(names, str):
            return self.rows[names]
        rows = [self.rows[name] for name in names]
        return self._combine(rows) if len(rows) > 1 else rows[0]

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The parameters of all operations by name; each list's order is kept.

        A parameter that only one row has stands behind the one before it in that row. Those at the row's start stand
        before the first one that it shares with the rows above.
        """
        names: list[str] = []
        found: dict[str, Any] = {}
        for row in self.rows.values():
            place = next((names.index(name) for name in row.fields if name in names), len(names))
            for name in row.fields:
                if name not in names:
                    names.insert(place, name)
                place = names.index(name) + 1
            found = row.fields | found
        return {name: found[name] for name in names}

    @cached_property
    def known_names(self) -> frozenset[str]:
        """Every name that has a meaning in a request; others are ignored (G16)."""
        read = (field.spellings for row in self.rows.values() for field in row.fields.values())
        return frozenset({OUTPUT}.union(*read))

    def operations_using(self, name: str) -> tuple[str, ...]:
        """Return the names of the operations that read the parameter ``name``; an empty tuple if all of them do."""
        reading = tuple(row.name for row in self.rows.values() if name in row.fields)
        return reading if len(reading) < len(self.rows) else ()

    def requires(self, name: str) -> bool:
        """Whether every operation needs the parameter ``name``, whatever else is given."""
        return all(
            name in row.parameters.not_given({}) and not row.fields[name].alternatives for row in self.rows.values()
        )
