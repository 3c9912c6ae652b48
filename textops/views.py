from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from textops import services
from textops.serializers import TextParameters
from utilitysvc.kit.renderers import TextRenderer
from utilitysvc.kit.views import ComputeView

PLAIN = f"{TextRenderer.media_type}; charset={TextRenderer.charset}"


class TextView(ComputeView):
    """Process a text: count, change case, rearrange, encode, decode, cipher."""

    parameters = TextParameters
    plain_text = staticmethod(services.plain_text)

    def compute(self, *, format: str, **parameters: Any) -> services.TextResult:
        """``format`` says how to answer, which is no affair of the computation's."""
        return services.process(**parameters)

    def present(self, result: services.TextResult, values: Mapping[str, Any], output: Any) -> HttpResponse:
        if values["format"] == services.TEXT_FORMAT:
            # Exactly the result (X3), which may be empty: DRF's Response would then have no content type.
            return HttpResponse(self.plain_text(result), content_type=PLAIN)
        return super().present(result, values, output)
