from utilitysvc.kit import apps


class NumbersConfig(apps.FunctionConfig):
    name = "numbergen"
    label = "utilitysvc_numbers"
    verbose_name = "Numbers"
