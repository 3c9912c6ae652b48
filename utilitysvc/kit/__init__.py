"""The common base of all apps. It knows no app, no URLconf and no project settings module."""

from utilitysvc.kit.service_error import ServiceError

__all__ = ["ServiceError"]
