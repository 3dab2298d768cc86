"""A model's history is used at every write, and must not create a class each time."""

from django.apps import apps


def test_the_class_behind_a_history_is_made_once() -> None:
    models = [model for model in apps.get_app_config("tournaments").get_models() if hasattr(model, "history")]
    tracked = [model for model in models if not model.__name__.startswith("Historical")]
    assert tracked
    for model in tracked:
        assert type(model.history) is type(model.history), model
        assert model.history.model is apps.get_model("tournaments", f"Historical{model.__name__}")
