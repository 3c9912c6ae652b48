from iplookup.checks import check
from utilitysvc.kit import apps


class IPLookupConfig(apps.FunctionConfig):
    name = "iplookup"
    label = "utilitysvc_iplookup"
    verbose_name = "IP location"
    checks = (check,)
