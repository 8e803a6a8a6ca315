"""What a round of the quiz asks: its level, its seed, what it is about."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from game.learn.quiz import LEVELS
from game.learn.quiz_kinds import Kind
from game.texts import N_, tr
from game.view.screens.base import Screen
from game.view.widgets.choice import Part
from game.view.widgets.form import Push, centred, dialog_form

ROUND: Final = 10  # questions to a score
KINDS: Final[tuple[tuple[Kind | None, str], ...]] = (
    (None, N_("Everything")), ("cover", N_("Cover")), ("sight", N_("Sight")), ("smoke", N_("Smoke")),
    ("reach", N_("Reach")), ("flank", N_("Flanking")), ("high", N_("High ground")), ("walk", N_("Walking")),
    ("area", N_("Areas")), ("total", N_("Totals")),
)


@dataclass(frozen=True, slots=True)
class Course:
    """What is asked: the level, the seed of the first question, one kind or all."""

    level: int = 1
    seed: int = 0
    kind: Kind | None = None


def choose(screen: Screen, course: Course, begin: Callable[[Course], None]) -> None:
    """A dialog with all of it; ``begin`` takes what is chosen."""
    layer, form = dialog_form(screen.look, 30, screen.close_layers)
    chosen = [LEVELS.index(course.level), [kind for kind, _ in KINDS].index(course.kind)]

    def pick(n: int, value: int) -> None:
        chosen[n] = value
        choices[n].set_chosen((value,))

    form.title(tr("Questions"))
    choices = [form.choice(said, parts, partial(pick, n), chosen=(chosen[n],)) for n, (said, parts) in enumerate((
        (tr("Level"), [Part(str(each)) for each in LEVELS]), (tr("About"), [Part(tr(name)) for _, name in KINDS])))]
    seed = form.number(tr("Seed"), course.seed, most=999999, tip=tr("The same seed asks the same questions."))

    def done() -> None:
        screen.close_layers()
        begin(Course(LEVELS[chosen[0]], seed.value, KINDS[chosen[1]][0]))

    form.buttons([Push(tr("Begin"), done, "play", strong=True), Push(tr("Cancel"), screen.close_layers)])
    layer.accept = done
    screen.open(centred(layer, form))
