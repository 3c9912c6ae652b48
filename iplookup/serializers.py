"""The parameters of /ip/."""

from typing import Any

from rest_framework import serializers

from iplookup import services
from utilitysvc.kit.errors import ServiceError
from utilitysvc.kit.fields import TextParameter
from utilitysvc.kit.serializers import ParameterSerializer


class AddressListParameter(serializers.ListField):
    """A list whose entries the service judges one by one: a bad one must not fail the others (B6)."""

    def to_internal_value(self, data: object) -> list[Any]:
        if not isinstance(data, list):
            raise ServiceError(services.INVALID_LIST)
        return data


class AddressParameters(ParameterSerializer):
    examples = {"IPv4": {"ip": "8.8.8.8"}, "IPv6": {"ip": "2001:4860:4860::8888"}}
    refusals = {
        "No address": {"ip": "8.8.8"},
        "No data": ServiceError(services.NOT_FOUND, status=404),
    }

    ip = TextParameter(
        label="Address", required=False, allow_blank=False, help_text="An IPv4 or IPv6 address; none: the caller's own"
    )


class LocationParameters(AddressParameters):
    examples = AddressParameters.examples | {"Several": {"ips": ["8.8.8.8", "1.1.1.1"]}}
    only_with = {"ips": ("ip", ())}
    refusals = AddressParameters.refusals | {"No list of addresses": {"ips": []}}

    ips = AddressListParameter(
        required=False,
        min_length=services.BATCH.minimum,
        max_length=services.BATCH.maximum,
        help_text="Several addresses at once, by POST",
    )
