from passwords import passphrases, strength
from utilitysvc.kit import apps


class PasswordsConfig(apps.FunctionConfig):
    name = "passwords"
    label = "utilitysvc_passwords"
    verbose_name = "Passwords"
    extras = (passphrases.EXTRA, strength.EXTRA)
