"""The parameters of /ip/. Each checks its own value, so that the first wrong one in their order is reported (G4)."""

from typing import Any

from iplookup.networks import CONTAINED, NETWORKS, SPLIT, parse_network
from iplookup.selection import FIELDS, LANGUAGES, names
from iplookup.services import BATCH, checked_address
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import ChoiceParameter, IntegerParameter, ListParameter, TextParameter, texts_in
from utilitysvc.kit.service_error import ServiceError

LIST_REQUIRED = (BATCH.error, "Provide the addresses in ips")


class AddressParameter(TextParameter):
    """An IP address."""

    def to_internal_value(self, data: object) -> str:
        return checked_address(super().to_internal_value(data)).text


class AddressesParameter(ListParameter):
    """Several addresses. The service checks their number, and each one on its own: one error must not fail all (B6)."""

    def to_internal_value(self, data: object) -> list[Any]:
        if isinstance(data, list):
            return data
        if isinstance(data, str):
            return [text.strip() for text in texts_in(data)]
        raise ServiceError(*LIST_REQUIRED)


class FieldsParameter(ListParameter):
    """Names of the fields to keep."""

    def to_internal_value(self, data: object) -> list[Any]:
        return names(super().to_internal_value(data))


class NetworksParameter(ListParameter):
    """Networks, addresses and ranges."""

    def to_internal_value(self, data: object) -> list[Any]:
        texts = super().to_internal_value(data)
        for text in texts:
            parse_network(text)
        return texts


class AddressParameters(ParameterSerializer):
    positional = ("ip",)

    ip = AddressParameter(
        label="Address",
        required=False,
        allow_blank=False,
        help_text="An IPv4 or IPv6 address; without one, a GET takes the caller's own",
    )
    fields = FieldsParameter(
        bounds=FIELDS,
        required=False,
        help_text="The keys of the answer to keep, with dots for nested keys: country.iso_code",
    )
    lang = ChoiceParameter(
        names=LANGUAGES,
        required=False,
        label="Language",
        help_text="The language of all names; names that are not available in it are in English",
    )


class AddressListParameters(AddressParameters):
    positional = ("ips",)

    ip = None  # type: ignore[assignment]  # so Django REST framework leaves out an inherited field
    ips = AddressesParameter(bounds=BATCH, missing=LIST_REQUIRED, help_text="Several addresses at once")


class NetworkParameters(ParameterSerializer):
    positional = ("network",)

    network = NetworksParameter(
        bounds=NETWORKS,
        missing=(NETWORKS.error, "Provide the networks in network"),
        label="Networks",
        help_text="Networks in CIDR notation, addresses, or ranges as 192.0.2.1-192.0.2.9",
    )
    contains = NetworksParameter(
        bounds=CONTAINED,
        required=False,
        help_text="Addresses or networks; the answer says for each whether the networks contain it",
    )
    split = IntegerParameter(
        bounds=SPLIT,
        required=False,
        label="Split",
        help_text="Split the one network into parts of this prefix length, at most 4,096",
    )
