"""What the console shows for /hash/."""

from utilitysvc.console.hints import ANY, Hints

HINTS = {
    "hash": Hints(
        icon='<path d="M9 4 7 20M17 4l-2 16M4 9h16M4 15h16"/>',
        essential=("input",),
        wide=("expected",),
        shown_with={"key_encoding": ("key", ANY)},
        help={"expected": "A digest in any usual form, to compare with"},
        words="checksum xxhash digest fingerprint hmac integrity sri md5sum sha256sum compare verify file",
    ),
    "hash_password": Hints(words="argon2 argon2id bcrypt scrypt pbkdf2 phc verify login hash"),
}
