from timeops.operations.business_days import HOLIDAYS
from utilitysvc.kit import apps


class TimeopsConfig(apps.FunctionConfig):
    name = "timeops"
    label = "utilitysvc_timeops"
    verbose_name = "Time"
    extras = (HOLIDAYS,)
