from django.urls import path

from utilitysvc.interfaces.mcp.views import MCPView

app_name = "mcp"
urlpatterns = [path("", MCPView.as_view(), name="mcp")]
