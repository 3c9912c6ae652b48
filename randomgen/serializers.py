"""The parameters of /random/."""

from utilitysvc.kit.parameters import BooleanParameter
from utilitysvc.kit.range_parameters import RangeParameters


class RandomParameters(RangeParameters):
    unique = BooleanParameter(default=True, help_text="All numbers differ")
    secure = BooleanParameter(default=False, help_text="Draw from the operating system's generator")
    sorted = BooleanParameter(default=False, help_text="Sort the numbers, ascending")
