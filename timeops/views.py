from timeops import services
from timeops.serializers import TimeParameters
from utilitysvc.kit.views import ComputeView


class TimeView(ComputeView):
    """Tell the time, calculate with it, convert it between zones, describe zones."""

    parameters = TimeParameters
    compute = staticmethod(services.answer)
    plain_text = staticmethod(services.plain_text)
