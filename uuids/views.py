from utilitysvc.kit.views import ComputeView
from uuids import services
from uuids.serializers import UUIDParameters


class UUIDView(ComputeView):
    """Generate version 4 UUIDs."""

    parameters = UUIDParameters
    compute = staticmethod(services.generate_uuids)
    plain_text = staticmethod(services.plain_text)
