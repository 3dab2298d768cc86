from django.urls import path, register_converter

from pages.lazy_views import LazyViews
from scoring.models.free_games import SECRET_LENGTH, SECRET_SIGNS

game_hands = LazyViews("scoring.views.game_hands")
games = LazyViews("scoring.views.games")


class SecretConverter:
    """A text that may be the secret of a free game."""

    regex = f"[{SECRET_SIGNS}]{{{SECRET_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SecretConverter, "secret")

urlpatterns = [
    path("", games.games, name="games"),
    path("new/", games.game_new, name="game_new"),
    path("<secret:secret>/", games.game, name="game"),
    path("<secret:secret>/dealer/", games.game_dealer, name="game_dealer"),
    path("<secret:secret>/draw/", games.game_draw, name="game_draw"),
    path("<secret:secret>/hand/", game_hands.game_hand, name="game_hand"),
    path("<secret:secret>/hand/preview/", game_hands.game_hand_preview, name="game_hand_preview"),
    path("<secret:secret>/undo/", games.game_undo, name="game_undo"),
    path("<secret:secret>/stop/", games.game_stop, name="game_stop"),
    path("<secret:secret>/resume/", games.game_resume, name="game_resume"),
    path("<secret:secret>/rematch/", games.game_rematch, name="game_rematch"),
    path("<secret:secret>/qr.svg", games.game_qr, name="game_qr"),
]
