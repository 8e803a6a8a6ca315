"""What a learner did, written down from a screen."""

from collections.abc import Callable

from game.errors import SaveError
from game.learn.progress import Progress, update_progress
from game.texts import sentence
from game.view.screens.base import Screen


def note(screen: Screen, change: Callable[[Progress], Progress]) -> None:
    """Change what is written; what went wrong is told, also with what was written before."""
    try:
        found = update_progress(change)
    except SaveError as problem:
        screen.toast(sentence(problem.message), "bad")
        return
    if found.notice is not None:
        screen.toast(sentence(found.notice))
