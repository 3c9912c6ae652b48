from randomgen import services
from randomgen.serializers import RandomParameters
from utilitysvc.kit.views import ComputeView


class RandomView(ComputeView):
    """Generate random integers within a range."""

    parameters = RandomParameters
    compute = staticmethod(services.random_integers)
    plain_text = staticmethod(services.plain_text)
