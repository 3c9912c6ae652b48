from django.apps import AppConfig


class ServingConfig(AppConfig):
    name = "utilitysvc.serving"
    label = "utilitysvc_serving"
    verbose_name = "Health"
