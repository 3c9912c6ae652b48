"""The encodings of the input and the key, and the formats of the digest."""

from collections.abc import Callable

from utilitysvc.kit import codecs
from utilitysvc.kit.rules import Choices
from utilitysvc.kit.service_error import ServiceError

#: The functions that read and write bytes as text in each of FORMATS (H4).
DECODERS: dict[str, Callable[[str], bytes]] = {
    "hex": codecs.decode_hexadecimal,
    "base64": codecs.decode_base64,
    "binary": codecs.decode_binary,
}
ENCODERS: dict[str, Callable[[bytes], str]] = {
    "hex": bytes.hex,
    "base64": codecs.encode_base64,
    "binary": codecs.encode_binary,
}

ENCODINGS = Choices("encoding", ("utf-8", "hex", "base64"), default="utf-8", hints={"hexadecimal": "hex"})
FORMATS = Choices("format", tuple(ENCODERS), default="hex", hints={"hexadecimal": "hex"})


def decode(name: str, text: str, encoding: str) -> bytes:
    """Decode ``text``, the value of the parameter ``name``, from one of ENCODINGS (B1, B3).

    Raises ServiceError if ``text`` is not in that encoding.
    """
    encoding = ENCODINGS.check(encoding)
    if encoding == "utf-8":
        return text.encode()
    try:
        return DECODERS[encoding](text)
    except codecs.CodecError as exc:
        raise ServiceError(f"Invalid {name} encoding", str(exc), readings=exc.readings) from None
