"""A site with the console's worker and a page of its own, in two releases, of which each part can be served."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from utilitysvc.console import shell

PAGE = '<!doctype html><title>Release</title><p>page {0}</p><script type="module" src="static/main.js"></script>'
MAIN = (
    'import { release } from "./other.js"; document.body.append(`script ${release}`);'
    'navigator.serviceWorker.register("worker/", { scope: "./" });'
)
OTHER = 'export const release = "{0}";'


TIMEOUT = "TIMEOUT = 5000;"


class Site:
    """``page``, ``files`` and ``worker``: the release that is served of each. ``status``: of the page.

    ``patience``: the milliseconds for which the worker waits, many as the machine may be slow.
    """

    def __init__(self, folder: Path) -> None:
        self.page = self.files = self.worker = 1
        self.status = 200
        self.patience = 60_000
        self.held = threading.Event()  # the page is given once it is set
        self.held.set()
        self.folders = {release: folder / str(release) for release in (1, 2)}
        for release, each in self.folders.items():
            each.mkdir()
            (each / "main.js").write_text(MAIN)
            (each / "other.js").write_text(OTHER.format(release))

    def serve(self, release: int) -> None:
        self.page = self.files = self.worker = release

    def kept(self, release: int) -> dict[str, Path]:
        """The files of a release by their addresses."""
        return {f"static/{path.name}": path for path in sorted(self.folders[release].iterdir())}

    def answer(self, path: str) -> tuple[int, str, str]:
        """Return the status, the media type and the body."""
        if path == "/":
            self.held.wait(timeout=60)
            return self.status, "text/html", PAGE.format(self.page)
        if path == "/worker/":
            worker = shell.worker(PAGE.format(self.worker), self.kept(self.worker))
            assert TIMEOUT in worker
            return 200, "text/javascript", worker.replace(TIMEOUT, f"TIMEOUT = {self.patience};")
        file = self.folders[self.files] / Path(path).name
        if path.startswith("/static/") and file.is_file():
            return 200, "text/javascript", file.read_text()
        return 404, "text/plain", ""


@contextmanager
def site(folder: Path) -> Iterator[tuple[Site, str]]:
    """Serve until the block ends; yield what is served, and its address."""
    served = Site(folder)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, media_type, body = served.answer(self.path)
            content = body.encode()
            self.send_response(status)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "no-cache")
            self.send_header("Service-Worker-Allowed", "../")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: Any) -> None:
            """Nothing is to be read here."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})  # how long a stop may take
    thread.start()
    try:
        yield served, f"http://127.0.0.1:{server.server_port}"
    finally:
        served.held.set()
        server.shutdown()
        thread.join()
        server.server_close()
