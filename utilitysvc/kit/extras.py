"""Import a package of one of our extras when it is first needed (F6)."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from utilitysvc.kit.service_error import ServiceError

NOT_INSTALLED = "Not installed"


class Extra(NamedTuple):
    """One extra, ``pip install 'utilitysvc[<name>]'``, and a package that it brings."""

    name: str
    module: str

    def load(self) -> Any:
        """Return the package. Raises ServiceError with status 501 if it is not installed."""
        try:
            return import_module(self.module)
        except ModuleNotFoundError:
            if self.is_installed():
                raise  # something that it imports is not
            raise ServiceError(NOT_INSTALLED, f"{self.hint} to use it", 501) from None

    @property
    def hint(self) -> str:
        return f"Install the extra {self.name} (pip install 'utilitysvc[{self.name}]')"

    def is_installed(self) -> bool:
        return find_spec(self.module) is not None
