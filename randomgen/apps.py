from django.apps import AppConfig


class RandomgenConfig(AppConfig):
    name = "randomgen"
