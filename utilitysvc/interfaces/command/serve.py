"""The subcommand ``serve``, which gunicorn replaces."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click

from utilitysvc import environment


@click.command(short_help="Serve everything over HTTP, with a page for browsers.")
@click.option("--host", help="Address to serve at; by default of this machine alone, or of all if PORT is set.")
@click.option("--port", type=click.IntRange(0, 65535), help="Port; by default PORT, or 8000.")
@click.option("--workers", type=click.IntRange(1), help="Processes; by default WEB_CONCURRENCY, or 2 to 4.")
def serve(host: str | None, port: int | None, workers: int | None) -> None:
    """Serve everything over HTTP, with a page for browsers, until Ctrl-C."""
    # gunicorn replaces this process. An option that is not given comes from the environment, as for gunicorn.
    if os.name != "posix":
        raise click.ClickException("serve needs gunicorn, which runs on Linux and macOS: use Docker or WSL here")
    if not all(map(find_spec, ("gunicorn", "uvicorn_worker"))):
        raise click.ClickException("serve needs the extra service: pip install 'utilitysvc[service]'")
    # gunicorn reads it before our settings, and would end with a traceback.
    environment.integer("WEB_CONCURRENCY", default=1, minimum=1)
    if not os.environ.get("PORT"):
        os.environ.pop("PORT", None)  # gunicorn would take an empty one for a port
    options = []
    if host or port is not None:  # otherwise gunicorn serves where GUNICORN_CMD_ARGS or PORT say, or at the defaults
        host = host or "127.0.0.1"
        bracketed = f"[{host}]" if ":" in host else host
        options += ["--bind", f"{bracketed}:{os.environ.get('PORT', '8000') if port is None else port}"]
    if workers:
        options += ["--workers", str(workers)]
    os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"  # the shell may name another site's settings
    # At SIGUSR2 gunicorn starts its own command once more. Of `python -m gunicorn` it keeps a file in its package, from
    # where `import http` would find its own module of that name.
    script = Path(sys.executable).with_name("gunicorn")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "gunicorn"]
    os.execv(command[0], [*command, "--config", "python:utilitysvc.serving.gunicorn_settings", *options])  # noqa: S606
