"""What a parameter's value may be, stated once: the service enforces it; serializer, schema, docs and tests read it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from utilitysvc.kit.errors import ServiceError

__all__ = ["Bounds", "Choices"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The inclusive bounds of an integer. ``echo``: the refusal's details name the value that was asked for."""

    name: str
    minimum: int
    maximum: int
    echo: bool = True

    @property
    def error(self) -> str:
        return f"{self.name.capitalize()} must be between {self.minimum} and {self.maximum}"

    def check(self, value: int) -> int:
        """Return ``value``, or raise ServiceError where it is out of bounds."""
        if self.minimum <= value <= self.maximum:
            return value
        raise ServiceError(self.error, f"Requested {self.name}: {value}" if self.echo else "")


@dataclass(frozen=True, slots=True)
class Choices:
    """A closed list of names in their canonical spelling, and other spellings that mean one of them."""

    name: str
    values: tuple[str, ...]
    aliases: Mapping[str, str] = field(default_factory=dict)
    error: str = ""

    def __post_init__(self) -> None:
        if not self.error:
            object.__setattr__(self, "error", f"Invalid {self.name} specified")

    @property
    def details(self) -> str:
        return f"Supported {self.name}s: {', '.join(self.values)}"

    def canonical(self, text: str) -> str:
        """Return the canonical spelling of ``text``, whatever its case and the white space around it (G2)."""
        name = text.strip().lower()
        name = self.aliases.get(name, name)
        if name in self.values:
            return name
        raise ServiceError(self.error, self.details)
