"""Compute digests with OpenSSL's legacy provider: Whirlpool, and with OpenSSL 3.0.0 to 3.0.6 RIPEMD-160.

Most systems install the provider with OpenSSL 3 but do not activate it, so hashlib does not offer its digests. This
module loads the provider into a separate library context, which changes nothing for the rest of the process. See
https://docs.openssl.org/3.0/man7/OSSL_PROVIDER-legacy/ and https://docs.openssl.org/3.0/man3/EVP_DigestInit/.
"""

import ctypes
from dataclasses import dataclass
from functools import cache
from typing import Self

_POINTER, _SIZE, _INTEGER, _TEXT = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_char_p

# The C functions: the type of the result, then the types of the arguments.
_PROTOTYPES = {
    "OSSL_LIB_CTX_new": (_POINTER,),
    "OSSL_PROVIDER_load": (_POINTER, _POINTER, _TEXT),
    "EVP_MD_fetch": (_POINTER, _POINTER, _TEXT, _TEXT),
    "EVP_MD_get_size": (_INTEGER, _POINTER),
    "EVP_MD_get_block_size": (_INTEGER, _POINTER),
    "EVP_Digest": (_INTEGER, _TEXT, _SIZE, _TEXT, _POINTER, _POINTER, _POINTER),
    "EVP_MD_CTX_new": (_POINTER,),
    "EVP_MD_CTX_free": (None, _POINTER),
    "EVP_MD_CTX_copy_ex": (_INTEGER, _POINTER, _POINTER),
    "EVP_DigestInit_ex": (_INTEGER, _POINTER, _POINTER, _POINTER),
    "EVP_DigestUpdate": (_INTEGER, _POINTER, _TEXT, _SIZE),
    "EVP_DigestFinal_ex": (_INTEGER, _POINTER, _TEXT, _POINTER),
}


@dataclass(frozen=True, slots=True)
class Method:
    """A digest algorithm of OpenSSL, an EVP_MD."""

    name: str
    digest_size: int
    block_size: int
    library: ctypes.CDLL
    handle: int

    def new(self, data: bytes = b"") -> "LegacyHash":
        """Return a hash object, which takes data piece by piece."""
        return LegacyHash(self, data)

    def digest(self, data: bytes) -> bytes:
        """Return the digest of ``data`` in one call, which takes a third of the time that a hash object takes."""
        written = ctypes.create_string_buffer(self.digest_size)
        _check(self.library.EVP_Digest(data, len(data), written, None, self.handle, None))
        return written.raw


def legacy_digest(name: str) -> Method | None:
    """Return a digest of the legacy provider, or None on a host without that provider or digest."""
    library = _library()
    if library is None or (context := _context(library)) is None:
        return None
    handle = library.EVP_MD_fetch(context, name.encode(), None)
    if not handle:
        return None
    return Method(name, library.EVP_MD_get_size(handle), library.EVP_MD_get_block_size(handle), library, handle)


class LegacyHash:
    """A hash object with the methods of hashlib's (PEP 452) that HMAC and this app use. It wraps an EVP_MD_CTX."""

    def __init__(self, method: Method, data: bytes = b"", *, copied: int | None = None) -> None:
        """``copied``: the context of another hash object, of which this one becomes a copy."""
        self.name, self.digest_size, self.block_size = method.name, method.digest_size, method.block_size
        self._method, self._library = method, method.library
        self._context: int = self._library.EVP_MD_CTX_new()
        if copied is None:
            _check(self._library.EVP_DigestInit_ex(self._context, method.handle, None))
        else:
            _check(self._library.EVP_MD_CTX_copy_ex(self._context, copied))
        self.update(data)

    def update(self, data: bytes) -> None:
        _check(self._library.EVP_DigestUpdate(self._context, data, len(data)))

    def digest(self) -> bytes:
        final = self.copy()  # EVP_DigestFinal_ex makes its context unusable
        written = ctypes.create_string_buffer(self.digest_size)
        _check(self._library.EVP_DigestFinal_ex(final._context, written, None))
        return written.raw

    def copy(self) -> Self:
        return type(self)(self._method, copied=self._context)

    def __del__(self) -> None:
        self._library.EVP_MD_CTX_free(self._context)


def _check(status: int) -> None:
    if status != 1:
        raise MemoryError("OpenSSL could not compute a digest")  # these calls fail only if there is no memory


@cache
def _library() -> ctypes.CDLL | None:
    """Return the OpenSSL 3 that Python uses, or None if Python uses another version or is linked with it statically."""
    try:
        import _hashlib

        library = ctypes.CDLL(_hashlib.__file__)  # finds OpenSSL's functions too, since _hashlib is linked with it
        for name, (result, *arguments) in _PROTOTYPES.items():
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
    except (ImportError, AttributeError, OSError):
        return None
    return library


@cache
def _context(library: ctypes.CDLL) -> int | None:
    """Return a library context that has only the legacy provider, or None. It is kept for the life of the process."""
    context: int | None = library.OSSL_LIB_CTX_new()
    return context if library.OSSL_PROVIDER_load(context, b"legacy") else None
