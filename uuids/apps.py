from django.apps import AppConfig


class UuidsConfig(AppConfig):
    name = "uuids"
