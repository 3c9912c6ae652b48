"""Django REST framework as in its tutorial: a serializer, an APIView, and Django's usual middleware for an API."""

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.urls import path

settings.configure(
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=["*"],
    SECRET_KEY="benchmark",
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "corsheaders.middleware.CorsMiddleware",
        "django.middleware.common.CommonMiddleware",
    ],
    CORS_ALLOW_ALL_ORIGINS=True,
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
)

from rest_framework import serializers  # noqa: E402  # DRF reads the settings when it is imported
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402

from benchmarks.peers.contract import FORMATS, MAX_COUNT, answer  # noqa: E402


class UUIDParameters(serializers.Serializer):
    count = serializers.IntegerField(min_value=1, max_value=MAX_COUNT, default=1)
    format = serializers.ChoiceField(choices=list(FORMATS), default="standard")
    secure = serializers.BooleanField(default=False)
    uppercase = serializers.BooleanField(default=False)


class UUIDView(APIView):
    def get_format_suffix(self, **kwargs):
        return None

    def perform_content_negotiation(self, request, force=False):
        renderer = self.get_renderers()[0]  # ?format= is a parameter of the call here, not of DRF
        return renderer, renderer.media_type

    def answer(self, data):
        parameters = UUIDParameters(data=data)
        parameters.is_valid(raise_exception=True)
        return Response(answer(**parameters.validated_data))

    def get(self, request):
        return self.answer(request.query_params)

    def post(self, request):
        return self.answer(request.data)


urlpatterns = [path("uuid/", UUIDView.as_view())]
application = get_wsgi_application()
asgi_application = get_asgi_application()
