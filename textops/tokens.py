"""JSON Web Tokens (RFC 7519), decoded for reading. The signature is not checked, so the content proves nothing.

https://www.rfc-editor.org/rfc/rfc7519
"""

from textops.json_text import INDENT, json_format
from textops.limits import LARGEST
from utilitysvc.kit.codecs import CodecError, byte_position, decode_base64, decode_text

PARTS = ("header", "payload", "signature")  # the compact form of RFC 7515, section 7.1


def jwt_decode(text: str, *, largest: int = LARGEST) -> str:
    """Return the header and the payload of the token ``text`` as one formatted JSON object.

    The signature must be present and valid Base64, but it is not checked: anyone can write a token with any payload.
    ``largest``: how many bytes the result may have. Raises CodecError, and ServiceError as json_format does.
    """
    token = text.strip()
    parts = token.split(".")
    place = len(text) - len(text.lstrip())
    if len(parts) != len(PARTS):
        remark = "five are those of an encrypted token" if len(parts) == 5 else ""  # RFC 7516, section 7.1
        reason = f"a token has {len(PARTS)} parts with dots between, not {len(parts)}"
        raise CodecError(reason, place + len(".".join(parts[: len(PARTS)])), remark)
    objects = []
    for name, part in zip(PARTS, parts, strict=True):
        try:
            if name == "signature":
                decode_base64(part)
            else:
                objects.append(f'{INDENT}"{name}": {_object(part, largest)}')
        except CodecError as exc:
            raise CodecError(f"the {name}: {exc.reason}", place + exc.position, exc.remark) from None
        place += len(part) + len(".")
    return "{\n" + ",\n".join(objects) + "\n}"


def _object(part: str, largest: int) -> str:
    """Return the JSON object that ``part`` encodes in Base64, indented as a member of another object."""
    decoded = decode_text(part, decode_base64)
    try:
        formatted = json_format(decoded, largest=largest)
    except CodecError as exc:
        position = byte_position(part, decode_base64, len(decoded[: exc.position].encode()))
        raise CodecError(exc.reason, position, exc.remark) from None
    if not formatted.startswith("{"):
        raise CodecError("no JSON object", 0)
    return formatted.replace("\n", "\n" + INDENT)  # JSON strings contain no line breaks: these are between tokens
