from django.core.checks import register

from hashing import implementations
from hashing.checks import settings_are_valid
from hashing.password_hashes import schemes
from utilitysvc.kit import apps


class HashingConfig(apps.FunctionConfig):
    name = "hashing"
    label = "utilitysvc_hashing"
    verbose_name = "Hash"
    extras = (*implementations.EXTRAS, *schemes.EXTRAS)

    def ready(self) -> None:
        super().ready()
        register(settings_are_valid)
