"""A plain Django view, no middleware."""

import json

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import JsonResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from benchmarks.peers.contract import answer, validated

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="benchmark", MIDDLEWARE=[])


@csrf_exempt
def uuids(request):
    parameters = json.loads(request.body) if request.method == "POST" else request.GET
    try:
        return JsonResponse(answer(*validated(parameters)))
    except ValueError as exc:
        return JsonResponse({"error": str(exc)}, status=400)


urlpatterns = [path("uuid/", uuids)]
application = get_wsgi_application()
