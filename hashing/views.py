from hashing import services
from hashing.serializers import HashParameters, NoParameters
from utilitysvc.kit.views import ComputeView


class HashView(ComputeView):
    """Hash a text with one or more algorithms."""

    parameters = HashParameters
    compute = staticmethod(services.hash_text)
    plain_text = staticmethod(services.plain_text)


class AlgorithmsView(ComputeView):
    """List the hash algorithms."""

    http_method_names = ["get", "head", "options"]
    parameters = NoParameters
    compute = staticmethod(services.list_algorithms)
    plain_text = staticmethod(services.plain_algorithms)
