from django.urls import path

from utilitysvc.description.views import SchemaView

app_name = "description"
urlpatterns = [
    path("schema/", SchemaView.as_view(), name="schema"),
]
