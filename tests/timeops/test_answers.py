"""Requests with their answers or refusals, as rows of tables that name the rule.

T1, T4, T5, T6, T7, T8, T9, T10, T11, T12, T13, T14, T15, T16, T17, T19, T20, T21, T22.
"""

import pytest

from tests.tables import each_row, rows
from timeops.views import TimeView
from utilitysvc.kit.service_error import ServiceError


def answer(request):
    return TimeView.operations.chosen(request).answer(request)


def flat(result, prefix=""):
    """Return the values of nested objects by keys that are joined by dots, in their order."""
    found = {}
    for key, value in result.items():
        found |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key: value}
    return found


@each_row(
    ("rule", "request", "expected"),
    [
        *rows("answers_moments.json"),
        *rows("answers_formats.json"),
        *rows("answers_shifts.json"),
        *rows("answers_zones.json"),
        *rows("answers_durations.json"),
        *rows("answers_recurrence.json"),
    ],
)
def test_answers(rule, request, expected):
    """T5, T6: the keys stand in the order of the row (G5), and local_time_status is the last one."""
    found = flat(answer(request))
    given = {key: value for key, value in expected.items() if value is not None}
    assert [(key, value) for key, value in found.items() if key in expected] == [*given.items()], rule
    assert "local_time_status" not in [*found][:-1]


@each_row(("rule", "request", "error", "details"), rows("refused.json"))
def test_refused(rule, request, error, details):
    """T15, G3, G4."""
    with pytest.raises(ServiceError) as refused:
        answer(request)
    assert (refused.value.error, refused.value.status) == (error, 400), rule
    assert details in refused.value.details
