"""The settings of the service as a whole. They are read each time they are used, so that tests can override them."""

from collections.abc import Mapping, Sequence

from django.conf import settings


def functions() -> Mapping[str, str]:
    """FUNCTIONS: the app of each function, by the first part of its path."""
    found: Mapping[str, str] = settings.FUNCTIONS
    return found


def interfaces() -> Sequence[str]:
    """INTERFACES: the further ways to call them that are switched on."""
    names: Sequence[str] = settings.INTERFACES
    return names


def allowed_hosts() -> Sequence[str]:
    """Django's ALLOWED_HOSTS."""
    hosts: Sequence[str] = settings.ALLOWED_HOSTS
    return hosts
