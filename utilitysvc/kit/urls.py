"""``mount`` adds an app to a site's URLs, so that its paths answer with the final slash and without (F4, G11)."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.urls import URLResolver
from django.urls.resolvers import RoutePattern


def mount(route: str, included: tuple[Any, str | None, str | None]) -> URLResolver:
    """Like ``path(route, include(...))``, but the same paths without their final slash are answered too.

    They are answered without the redirect of APPEND_SLASH, which would lose the body of a POST. ``reverse()`` returns
    the path with the slash, and only that one is in a description of the site.
    """
    if route and not route.endswith("/"):
        raise ImproperlyConfigured(f"mount({route!r}, ...): the route must end with a slash")
    urls, app_name, namespace = included
    return URLResolver(_SlashOptional(route, is_endpoint=False), urls, app_name=app_name, namespace=namespace)


class _SlashOptional(RoutePattern):
    """The prefix of paths that are matched as if they ended with a slash."""

    def match(self, path: str) -> Any:
        return super().match(path if path.endswith("/") or not path else f"{path}/")
