from utilitysvc.kit import apps


class UuidsConfig(apps.FunctionConfig):
    name = "uuids"
    label = "utilitysvc_uuids"
    verbose_name = "UUID"
