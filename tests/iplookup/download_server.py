"""A local server with the download protocols of MaxMind and DB-IP, which can fail in many ways."""

import gzip
import hashlib
import io
import re
import tarfile
from base64 import b64encode
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ACCOUNT, KEY = "12345", "a_license_key"
TOKEN = b64encode(f"{ACCOUNT}:{KEY}".encode()).decode()
PATHS = re.compile(r"/(geoip/databases|storage|free)/([^/?.]+)(?:\.mmdb\.gz|/download)?(?:\?(.*))?")


class Server(ThreadingHTTPServer):
    """A server with databases by edition, the requests that it got, and failures that it answers with instead."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.databases = {}
        self.requests = []
        self.failures = {}
        self.modified = 1_780_000_000

    def asked(self, method):
        return [path for asked, path, _ in self.requests if asked == method]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        authorization, failures = self.headers["Authorization"], self.server.failures
        self.server.requests.append((self.command, self.path, authorization))
        place, edition, query = PATHS.fullmatch(self.path).groups()
        if place == "geoip/databases" and authorization != f"Basic {TOKEN}":
            self.send_error(401)
        elif edition not in self.server.databases:
            self.send_error(404)
        elif place == "geoip/databases":
            self.redirect(f"/storage/{edition}?{query}&signature=secret-{self.command}")
        elif place == "storage":
            self.storage(tar(self.server.databases[edition]), query)
        else:
            self.answer(failures.get("archive", gzip.compress(self.server.databases[edition])))

    do_HEAD = do_GET  # noqa: N815  # the base class defines the name

    def redirect(self, location):
        self.send_response(302)
        self.send_header("Location", location)
        self.end_headers()

    def storage(self, archive, query):
        failures = self.server.failures
        if "location" in failures:
            self.redirect(failures["location"])
        elif not query.endswith(self.command):  # the URL is signed for one method
            self.send_error(403)
        elif "suffix=tar.gz.sha256" in query:
            line = f"{hashlib.sha256(archive).hexdigest()}  GeoLite2-City_20260605.tar.gz\n"
            self.answer(failures.get("checksum", line).encode("latin-1"))
        else:
            self.answer(failures.get("archive", archive))

    def answer(self, body):
        failures = self.server.failures
        if "status" in failures:
            self.send_error(failures["status"])
            return
        self.send_response(200)
        if (length := failures.get("length", len(body))) is not None:
            self.send_header("Content-Length", str(length))
        if self.server.modified:
            self.send_header("Last-Modified", formatdate(self.server.modified, usegmt=True))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body[: failures.get("cut")])

    def log_message(self, *args):
        pass


def tar(database, name="GeoLite2-City_20260605/GeoLite2-City.mmdb"):
    """Return a tar archive that is equal for equal databases. Without a fixed time gzip would change its checksum."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for member, content in {"GeoLite2_20260605/COPYRIGHT.txt": b"(c)", name: database}.items():
            entry = tarfile.TarInfo(member)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(out.getvalue(), mtime=0)
