from utilitysvc.kit import apps


class RandomgenConfig(apps.FunctionConfig):
    name = "randomgen"
    label = "utilitysvc_randomgen"
    verbose_name = "Random integers"
