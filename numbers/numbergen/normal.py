"""The normal distribution, whole or between bounds, drawn by its quantiles.

A number drawn again while it lies outside of the bounds has the same distribution as the quantile of a probability that
is uniform between those of the bounds. The second way takes one draw however narrow the bounds are.
"""

from dataclasses import dataclass
from statistics import NormalDist

from utilitysvc.drawing import uniform
from utilitysvc.drawing.sources import RandomBytes

#: So many bits decide each number: with a half added, they are the 53 that a float holds.
_BITS = 52
_STANDARD = NormalDist()


@dataclass(frozen=True, slots=True)
class Normal:
    """The distribution with this mean and standard deviation."""

    mean: float
    deviation: float

    def share(self, low: float | None, high: float | None) -> float:
        """Return which share of the numbers lies from ``low`` to ``high``; None is no bound."""
        return self._probability(high, 1.0) - self._probability(low, 0.0)

    def draw(self, count: int, low: float | None, high: float | None, randbytes: RandomBytes) -> list[float]:
        """Draw ``count`` numbers from ``low`` to ``high``."""
        start, share = self._probability(low, 0.0), self.share(low, high)
        drawn: list[float] = []
        while (missing := count - len(drawn)) > 0:
            for step in uniform.integers(1 << _BITS, missing, randbytes):
                probability = start + share * ((step + 0.5) / (1 << _BITS))
                if 0 < probability < 1:  # rounding may reach either end, where the quantile is infinite
                    number = self.mean + self.deviation * _STANDARD.inv_cdf(probability)
                    # Rounding may pass a bound by a last digit; such a number is drawn again.
                    if (low is None or number >= low) and (high is None or number <= high):
                        drawn.append(number)
        return drawn

    def _probability(self, bound: float | None, without: float) -> float:
        return without if bound is None else _STANDARD.cdf((bound - self.mean) / self.deviation)
