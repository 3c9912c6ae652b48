from timeops import services
from timeops.serializers import TimeParameters
from utilitysvc.kit.views import ComputeView


class TimeView(ComputeView):
    """Compute with time: the current one, sums, differences, zones, formats."""

    parameters = TimeParameters
    compute = staticmethod(services.answer)
    plain_text = staticmethod(services.plain_text)
