from django.urls import path

from utilitysvc.interfaces.batch.views import BatchView

app_name = "batch"
urlpatterns = [path("", BatchView.as_view(), name="batch")]
