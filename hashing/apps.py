from hashing import implementations
from hashing.checks import settings_are_valid
from hashing.password_hashes import schemes
from utilitysvc.kit import apps


class HashingConfig(apps.FunctionConfig):
    name = "hashing"
    label = "utilitysvc_hashing"
    verbose_name = "Hash"
    extras = (*implementations.EXTRAS, *schemes.EXTRAS)
    checks = (settings_are_valid,)
