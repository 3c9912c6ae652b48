from django.core.checks import register

from utilitysvc.kit import apps


class IPLookupConfig(apps.FunctionConfig):
    name = "iplookup"
    label = "utilitysvc_iplookup"
    verbose_name = "IP location"

    def ready(self) -> None:
        from iplookup import checks

        super().ready()
        register(checks.check)
