"""The log of a game as rows to read: a sentence for each event, and its dice and reasons under it."""

from functools import lru_cache

from game.insight.narrate import sentences
from game.rules.events import Attacked, BattleWon, Event, Out, RoundBegan, TurnBegan, TurnEnded
from game.rules.history import Game, Step
from game.texts import language, tr
from game.view.widgets.listing import Row


def rows_of(game: Game) -> list[Row]:
    """Everything that happened, in order."""
    return [row for step in game.past for row in _step_rows(_Same(step), language())]


def last_lines(game: Game, count: int) -> list[str]:
    """The last sentences, oldest first; an attack is told with its outcome."""
    lines: list[str] = []
    for step in reversed(game.past):
        for event in reversed(step.events):
            if isinstance(event, TurnEnded | RoundBegan):
                continue
            said = [tr(each) for each in sentences(event, step.battle)]
            lines.append(" ".join(said[:2]) if isinstance(event, Attacked) else said[0])
            if len(lines) == count:
                return lines[::-1]
    return lines[::-1]


class _Same:
    """A step as a key: the same object, not an equal one."""

    def __init__(self, step: Step) -> None:
        self.step = step

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.step is other.step

    def __hash__(self) -> int:
        return id(self.step)


@lru_cache(maxsize=4096)
def _step_rows(same: _Same, _language: str) -> tuple[Row, ...]:
    return tuple(_row(event, same.step) for event in same.step.events)


def _row(event: Event, step: Step) -> Row:
    first, *rest = (tr(each) for each in sentences(event, step.battle))
    match event:
        case RoundBegan():
            return Row(first, heading=True)
        case TurnBegan():
            return Row(first, role="accent")
        case Out() | BattleWon():
            return Row(first, "\n".join(rest), role="warn")
        case TurnEnded():
            return Row(first, role="muted")
    return Row(first, "\n".join(rest))
