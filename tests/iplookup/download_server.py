"""A local server with the download protocols of MaxMind and DB-IP, which can fail in many ways."""

import gzip
import hashlib
import io
import tarfile
from base64 import b64encode
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

ACCOUNT, KEY = "12345", "a_license_key"
MODIFIED = 1_780_000_000


class Server(ThreadingHTTPServer):
    """A server with databases by edition, the requests that it got, and failures that it answers with instead."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.databases = {}
        self.requests = []
        self.failures = {}
        self.modified = MODIFIED

    def asked(self, method):
        return [path for asked, path, _ in self.requests if asked == method]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests.append((self.command, self.path, self.headers.get("Authorization")))
        parts = urlsplit(self.path)
        if parts.path.startswith("/geoip/databases/"):
            self.maxmind(parts.path.split("/")[3], parts.query)
        elif parts.path.startswith("/storage/"):
            self.storage(parts.path.split("/")[2], parts.query)
        elif parts.path.startswith("/free/"):
            self.dbip(parts.path.removeprefix("/free/").removesuffix(".mmdb.gz"))
        else:
            self.send_error(404)

    do_HEAD = do_GET  # noqa: N815  # the base class defines the name

    def maxmind(self, edition, query):
        token = b64encode(f"{ACCOUNT}:{KEY}".encode()).decode()
        if self.headers["Authorization"] != f"Basic {token}":
            self.send_error(401)
        elif edition not in self.server.databases:
            self.send_error(404)
        else:
            self.send_response(302)
            self.send_header("Location", f"/storage/{edition}?{query}&signature=secret")
            self.end_headers()

    def storage(self, edition, query):
        if location := self.server.failures.get("location"):
            self.send_response(302)
            self.send_header("Location", location)
            self.end_headers()
            return
        archive = tar(self.server.databases[edition])
        if "suffix=tar.gz.sha256" in query:
            line = f"{hashlib.sha256(archive).hexdigest()}  {edition}_20260605.tar.gz\n"
            self.answer(self.server.failures.get("checksum", line).encode("latin-1"))
        else:
            self.answer(self.server.failures.get("archive", archive))

    def dbip(self, file):
        if file not in self.server.databases:
            self.send_error(404)
        else:
            self.answer(self.server.failures.get("archive", gzip.compress(self.server.databases[file])))

    def answer(self, body):
        if status := self.server.failures.get("status"):
            self.send_error(status)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if self.server.modified:
            self.send_header("Last-Modified", formatdate(self.server.modified, usegmt=True))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body[: self.server.failures.get("cut")])

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
