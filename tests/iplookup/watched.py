"""A folder of databases whose clock the test controls, and look-ups of one address in it."""

import os
import tempfile

from iplookup import copies, folders, services

IP = "8.8.8.8"


def country(code):
    """Return a table in which the address has this country."""
    return {"8.8.8.0/24": {"country": {"iso_code": code}}}


def isolate_copies(folder, monkeypatch):
    """Make all copies below ``folder``, and treat new files as settled. Return the folder of shared copies."""
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setattr(copies, "SETTLING_SECONDS", 0)
    return folder / f"iplookup-{os.geteuid()}"


class Watched:
    """The databases of ``path``, which all look-ups in this folder use."""

    def __init__(self, path, monkeypatch):
        self.path = path
        self.now = 0.0
        self.folder = folders.DatabaseFolder(path, clock=lambda: self.now)
        monkeypatch.setitem(folders._folders, str(path), self.folder)

    def code(self):
        return services.locate(folder=str(self.path), ip=IP)["country"]["iso_code"]

    def pass_the_check(self):
        self.now += folders.CHECK_SECONDS

    def roles(self):
        return self.folder.roles()

    @property
    def failures(self):
        return {file.file: file.reason for file in self.folder.unusable}
