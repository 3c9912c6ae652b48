from django.apps import AppConfig


class DescriptionConfig(AppConfig):
    name = "utilitysvc.description"
    label = "utilitysvc_description"
    verbose_name = "Service"
