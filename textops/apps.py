from textops import json_query, patterns, unicode_report, url_parts, yaml_reading
from utilitysvc.kit import apps


class TextConfig(apps.FunctionConfig):
    name = "textops"
    label = "utilitysvc_textops"
    verbose_name = "Text"
    extras = (
        patterns.RE2,
        json_query.JSONPATH,
        yaml_reading.RAPIDYAML,
        url_parts.ADA,
        unicode_report.CONFUSABLES,
    )
