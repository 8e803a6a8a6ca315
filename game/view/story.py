"""The log of a game as rows to read: a sentence for each event, and its dice and reasons under it."""

from functools import lru_cache

from game.insight.narrate import sentences
from game.rules.events import Attacked, BattleWon, Event, Out, RoundBegan, TurnBegan, TurnEnded
from game.rules.history import Game, Step
from game.texts import language, sentence, tr
from game.view.same import Same
from game.view.widgets.listing import Row


def rows_of(game: Game) -> list[Row]:
    """Everything that happened, in order."""
    return [row for step in game.past for row in _step_rows(Same(step), language())]


def last_lines(game: Game, count: int) -> list[str]:
    """The last sentences, oldest first; an attack is told with its outcome."""
    return [said for said, _, _ in last_told(game, count)]


def last_told(game: Game, count: int) -> list[tuple[str, tuple[int, int], bool]]:
    """The same, each with its place in the log (the numbers of the step and of the event in it), and whether it ends
    with what a roll came to."""
    lines: list[tuple[str, tuple[int, int], bool]] = []
    for n in range(len(game.past) - 1, -1, -1):
        step = game.past[n]
        for m in range(len(step.events) - 1, -1, -1):
            event = step.events[m]
            if isinstance(event, TurnEnded | RoundBegan):
                continue
            said = [tr(each) for each in sentences(event, step.battle)]
            rolled = isinstance(event, Attacked)
            lines.append((" ".join(said[:2]) if rolled else said[0], (n, m), rolled))
            if len(lines) == count:
                return lines[::-1]
    return lines[::-1]


@lru_cache(maxsize=4096)
def _step_rows(same: Same, _language: str) -> tuple[Row, ...]:
    step = same.held
    assert isinstance(step, Step)
    return tuple(_row(event, step) for event in step.events)


def _row(event: Event, step: Step) -> Row:
    first, *rest = (sentence(each) for each in sentences(event, step.battle))
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
