from django.core.checks import register

from hashing.checks import settings_are_valid
from utilitysvc.kit import apps


class HashingConfig(apps.FunctionConfig):
    name = "hashing"
    label = "utilitysvc_hashing"
    verbose_name = "Hash"

    def ready(self) -> None:
        super().ready()
        register(settings_are_valid)
