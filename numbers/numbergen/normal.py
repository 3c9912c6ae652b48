"""The normal distribution, unbounded or truncated, by inverse transform sampling.

To draw again while a number lies outside of the bounds would give the same distribution, but take long if the bounds
are narrow.
"""

from dataclasses import dataclass
from statistics import NormalDist

from utilitysvc.drawing import uniform
from utilitysvc.drawing.sources import RandomBytes

#: The random bits of each number. Together with the half that is added they fill the 53 bits of a float.
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
