from django.urls import path

from utilitysvc.description.views import IndexView, SchemaView

app_name = "description"
urlpatterns = [
    path("", IndexView.as_view(), name="index"),
    path("schema/", SchemaView.as_view(), name="schema"),
]
