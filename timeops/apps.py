from django.apps import AppConfig


class TimeopsConfig(AppConfig):
    name = "timeops"
