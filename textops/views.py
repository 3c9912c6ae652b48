from collections.abc import Mapping
from typing import Any

from rest_framework.response import Response

from textops import services
from textops.serializers import TextParameters
from utilitysvc.kit.negotiation import prefers_text
from utilitysvc.kit.views import ComputeView


class TextView(ComputeView):
    """Process a text: count, change case, rearrange, encode, decode, cipher."""

    parameters = TextParameters
    plain_text = staticmethod(services.plain_text)

    def compute(self, *, format: str, **parameters: Any) -> services.TextResult:
        """``format`` says how to answer, which is no affair of the computation's."""
        return services.process(**parameters)

    def answer(self, data: Mapping[str, Any]) -> Response:
        values = self.validated(data)
        result = self.compute(**values)
        if values["format"] == services.TEXT_FORMAT:
            return self.text(self.plain_text(result))  # exactly the result, without the newline of output=text (X3)
        if prefers_text(self.request.META.get("HTTP_ACCEPT", ""), data.get("output")):
            return self.text(self.plain_text(result) + "\n")
        return Response(result)
