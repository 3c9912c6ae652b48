"""/number/ with distribution=normal: rule N3."""

import json
from math import inf
from statistics import NormalDist

import pytest
from numbergen import services

from tests.drawing import drawing
from tests.tables import each_row, rows
from utilitysvc.kit import ServiceError
from utilitysvc.kit.clock import example_clock

MIDDLE = 1 << 51


def test_n3_one_number():
    result = services.normal_numbers(mean=5, source=drawing(MIDDLE), clock=example_clock)
    assert json.dumps(result) == json.dumps(rows("normal_answer.json")[0])


@each_row("bounds, shown", rows("normal_bounds_that_are_given_stand_in_the.json"))
def test_n3_bounds_that_are_given_stand_in_the_answer(api, bounds, shown):
    """Without them there are none: those of uniform numbers do not count."""
    _, body = api.ask("/number/", distribution="Normal", count=1000, **bounds)
    assert body.get("range") == shown
    assert min(body["numbers"]) >= (shown or {}).get("min", -9)
    assert max(body["numbers"]) <= (shown or {}).get("max", 9)
    assert list(body)[:2] == ["numbers", "count"]


def kolmogorov(numbers, cdf):
    """The largest distance between the share of numbers up to each and the probability of it."""
    ordered = sorted(numbers)
    return max(
        max(abs(cdf(number) - place / len(ordered)), abs(cdf(number) - (place + 1) / len(ordered)))
        for place, number in enumerate(ordered)
    )


@each_row("secure", [True, False])
@each_row("mean, deviation, low, high", rows("normal_distributions.json"))
def test_n3_numbers_have_the_distribution(secure, mean, deviation, low, high):
    """Kolmogorov and Smirnov: 10,000 numbers lie within 3.3 / 100 with a probability of 1 - 7e-10."""
    given = {name: bound for name, bound in (("min", low), ("max", high)) if bound is not None}
    result = services.normal_numbers(mean=mean, deviation=deviation, count=10_000, precision=9, secure=secure, **given)
    whole = NormalDist(mean, deviation)
    start, end = whole.cdf(given.get("min", -inf)), whole.cdf(given.get("max", inf))
    assert kolmogorov(result["numbers"], lambda number: (whole.cdf(number) - start) / (end - start)) < 0.033


@each_row("steps, number", rows("normal_rarest.json"))
def test_n3_the_rarest_numbers(steps, number):
    drawn = services.normal_numbers(precision=9, source=drawing(steps))["number"]
    assert repr(drawn) == repr(round(number, 9))


@each_row("precision, text", rows("normal_plain_text.json"))
def test_n3_plain_text_has_all_places(precision, text):
    result = services.normal_numbers(mean=20, precision=precision, source=drawing(MIDDLE))
    assert services.plain_text(result) == text


@each_row("mean", ["0.1", 0.1, "-1000000", 1_000_000, " +.5 ", "1000000.0"])
def test_n3_mean_and_deviation_are_decimals(api, mean):
    status, body = api.ask("/number/", distribution="normal", mean=mean, deviation="0.000000001")
    assert (status, body["options"]["mean"], body["options"]["deviation"]) == (200, float(mean), 1e-9)


def test_n3_a_number_that_rounding_takes_past_a_bound_is_drawn_again():
    """The quantile of the probability of a bound is often the float before it."""
    normals = (NormalDist(-mean / 100) for mean in range(200))
    mean = next(normal.mean for normal in normals if normal.inv_cdf(normal.cdf(0)) < 0)
    assert services.normal_numbers(mean=mean, min=0, source=drawing(0, MIDDLE))["number"] > 0


def test_n3_the_share_is_exact():
    """Of mean 0 and deviation 100 the share above 309.02 is one in a thousand."""
    assert services.normal_numbers(deviation=100, min=309)["count"] == 1
    with pytest.raises(ServiceError, match="Range too unlikely"):
        services.normal_numbers(deviation=100, min=310)


def test_n3_uniform_numbers_know_no_mean(api):
    """G16: it is known to the path, and has no effect."""
    assert api.ask("/number/", distribution="uniform", mean="x", deviation="x").status == 200
