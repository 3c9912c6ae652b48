from django.apps import AppConfig


class NumbersConfig(AppConfig):
    name = "numbergen"
    label = "numbers"
