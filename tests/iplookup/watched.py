"""A folder of databases whose clock the test controls, and look-ups of one address in it."""

from time import clock_gettime

from iplookup import folders, services

IP = "8.8.8.8"
COARSE_CLOCK = 5  # of Linux, by whose ticks a file's times are set


def country(code):
    """Return a table in which the address has this country."""
    return {"8.8.8.0/24": {"country": {"iso_code": code}}}


class Watched:
    """The databases of ``path``, which all look-ups in this folder use. New files are treated as settled."""

    def __init__(self, path, monkeypatch):
        self.path = path
        self.now = 0.0
        self.folder = folders.DatabaseFolder(path, clock=lambda: self.now)
        monkeypatch.setitem(folders._folders, str(path), self.folder)
        monkeypatch.setattr(folders, "SETTLING_SECONDS", 0)

    def code(self):
        """Return the country that a look-up finds, or None if there is no database.

        A file that is changed afterwards has another time: before Linux 6.13, two changes within a tick had the same.
        """
        try:
            return services.locate(folder=str(self.path), ip=IP)["country"]["iso_code"]
        except services.NoDatabaseError:
            return None
        finally:
            tick = clock_gettime(COARSE_CLOCK)
            while clock_gettime(COARSE_CLOCK) == tick:
                pass

    def code_after_a_check(self):
        self.now += folders.CHECK_SECONDS
        return self.code()

    @property
    def errors(self):
        return {file["file"]: file["reason"] for file in self.folder.unusable}
