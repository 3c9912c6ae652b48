"""The parameters of /random/, /random/items/ and /random/dice/."""

from randomgen import dice, services
from utilitysvc.drawing import ranges
from utilitysvc.drawing.range_parameters import RangeParameters, integer_parameter, secure_parameter, seed_parameter
from utilitysvc.kit.parameter_serializer import ParameterSerializer
from utilitysvc.kit.parameters import BooleanParameter, ListParameter, Repeated, TextParameter, texts_in


class RandomParameters(RangeParameters):
    unique = BooleanParameter(default=True, help_text="All numbers differ")
    secure = secure_parameter()
    sorted = BooleanParameter(default=False, help_text="Sort the numbers, ascending")
    seed = seed_parameter()


class ItemsParameter(ListParameter):
    """Texts, unchanged. Only a single text, as a query has it, is split at its commas (R3)."""

    def to_internal_value(self, data: object) -> list[str]:
        if isinstance(data, list):
            return texts_in(data)
        if isinstance(data, Repeated):
            return [text for text in texts_in(list(data.values)) if text]
        return [text.strip() for text in texts_in(data) if text.strip()]


class ItemsParameters(ParameterSerializer):
    positional = ("items",)

    # The service checks the bounds, as it does for /random/.
    items = ItemsParameter(bounds=services.ITEMS, missing=services.ITEMS_REQUIRED, help_text="The texts to draw from")
    count = integer_parameter(ranges.COUNT, "How many to draw")
    unique = BooleanParameter(default=True, help_text="Draw no item twice")
    secure = secure_parameter()
    seed = seed_parameter()


class DiceParameters(ParameterSerializer):
    positional = ("dice",)

    dice = TextParameter(
        allow_blank=False,
        max_length=dice.MAX_CHARACTERS,
        missing=services.DICE_REQUIRED,
        help_text=f"What to roll: 3d6, d20, 2d6+1d4-2; up to {dice.MAX_DICE} dice of up to {dice.MAX_SIDES} sides",
    )
    count = integer_parameter(services.ROLLS, "How often to roll them")
    secure = secure_parameter()
    seed = seed_parameter()
