"""Do before the first request what it would otherwise have to wait for, and with it all others of its worker."""

from contextlib import suppress
from importlib import import_module

from iplookup.conf import geoip_path
from iplookup.folders import database_folder
from utilitysvc.kit.service_error import ServiceError


def warm_up(*, counts_are_shared: bool) -> None:
    """Import the URLconf and every app, open the databases, and make the page and what light operations first make.

    Workers that are forked afterwards share all of it. What a thread computes may take long the first time too.
    """
    # These can be imported only when Django is set up.
    from utilitysvc.console import pages
    from utilitysvc.description import catalogue

    if counts_are_shared:
        import_module("redis")
    database_folder(geoip_path()).roles()
    pages.warm_up()
    rows = (row for endpoint in catalogue.services() for row in endpoint.view.operations.rows.values() if row.light)
    for row in rows:
        for title in row.examples:
            row.example_answer(title)  # draws nothing from a generator that workers would then share
        for refused in row.error_examples.values():
            if not isinstance(refused, ServiceError):
                with suppress(ServiceError):
                    row.answer(refused)
