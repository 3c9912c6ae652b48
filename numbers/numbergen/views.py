from numbergen import services
from numbergen.serializers import NumberParameters
from utilitysvc.kit.views import ComputeView


class NumberView(ComputeView):
    """Generate random numbers, integer or decimal."""

    parameters = NumberParameters
    compute = staticmethod(services.random_numbers)
    plain_text = staticmethod(services.plain_text)
