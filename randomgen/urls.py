from django.urls import path

from randomgen.views import DiceView, ItemsView, RandomView

app_name = "randomgen"
urlpatterns = [
    path("", RandomView.as_view(), name="random"),
    path("items/", ItemsView.as_view(), name="items"),
    path("dice/", DiceView.as_view(), name="dice"),
]
