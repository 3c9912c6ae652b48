from passwords.strength import EXTRA
from utilitysvc.kit import apps


class PasswordsConfig(apps.FunctionConfig):
    name = "passwords"
    label = "utilitysvc_passwords"
    verbose_name = "Passwords"
    extras = (EXTRA,)
