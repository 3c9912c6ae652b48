"""The parameters of /ip/."""

from iplookup import services
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ListParameter, TextParameter


class AddressParameters(ParameterSerializer):
    ip = TextParameter(
        label="Address", required=False, allow_blank=False, help_text="An IPv4 or IPv6 address; none: the caller's own"
    )


class AddressListParameters(ParameterSerializer):
    missing = {"ips": services.LIST_REQUIRED}

    # The service judges the entries one by one: a bad one must not fail the others (B6).
    ips = ListParameter(bounds=services.BATCH, judged=False, help_text="Several addresses at once")
