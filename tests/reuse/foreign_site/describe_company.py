"""What a company says of every operation of its site."""

from drf_spectacular.openapi import AutoSchema


class CompanySchema(AutoSchema):
    def get_extensions(self):
        return {"x-owner": "company"}
