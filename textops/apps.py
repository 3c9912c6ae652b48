from utilitysvc.kit import apps


class TextConfig(apps.FunctionConfig):
    name = "textops"
    label = "utilitysvc_textops"
    verbose_name = "Text"
