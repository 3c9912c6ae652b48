from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "utilitysvc.pages"
    label = "pages"
