from utilitysvc.kit import apps


class HashingConfig(apps.FunctionConfig):
    name = "hashing"
    label = "utilitysvc_hashing"
    verbose_name = "Hash"
