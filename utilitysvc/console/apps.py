from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    name = "utilitysvc.console"
    label = "utilitysvc_console"
    verbose_name = "Console"
