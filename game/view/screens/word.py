"""The GM's word before a roll: so much more or less on the attack, and why. It enters the sheet, the odds and the log.
# rule: GM"""

from typing import TYPE_CHECKING, Final

from game.rules.attack import MOST_WORD
from game.texts import N_, tr
from game.view.match import Word
from game.view.panels.sheet import signed
from game.view.widgets import dialog
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

AMOUNTS: Final = (1, 2, 5, -1, -2, -5, 0)
REASONS: Final = (N_("a good idea"), N_("surprise"), N_("bad footing"), N_("poor light"), N_("in a hurry"))
LONGEST: Final = 60  # letters of a reason


def change(screen: "PlayScreen", by: int) -> None:
    """A little more, or less, on the next roll."""
    now = screen.match.word
    _say(screen, Word(max(-MOST_WORD, min(MOST_WORD, now.master + by)), now.reason))


def ask(screen: "PlayScreen") -> None:
    """Ask how much, then why."""
    if screen.match.active is None:
        screen.toast(tr("The fight has not begun, or is over"))
        return
    rows = [Row(signed(each) if each else tr("Nothing: as the rules say")) for each in AMOUNTS]

    def choose(n: int) -> None:
        screen.close_layers()
        if AMOUNTS[n]:
            _why(screen, AMOUNTS[n])
        else:
            _say(screen, Word())

    screen.open(dialog.choice(screen.look, tr("The game master's word on the next roll"), rows, choose,
                              screen.close_layers))


def _why(screen: "PlayScreen", amount: int) -> None:
    reasons = [tr(each) for each in REASONS]
    rows = [Row(tr("Without a reason")), *(Row(each) for each in reasons), Row(tr("Write one") + "…")]

    def choose(n: int) -> None:
        screen.close_layers()
        if n > len(reasons):
            screen.open(dialog.ask(screen.look, tr("The reason"), "", done, screen.close_layers, most=LONGEST))
        else:
            _say(screen, Word(amount, reasons[n - 1] if n else ""))

    def done(said: str) -> None:
        screen.close_layers()
        _say(screen, Word(amount, said.strip()))

    screen.open(dialog.choice(screen.look, tr("The reason"), rows, choose, screen.close_layers))


def _say(screen: "PlayScreen", said: Word) -> None:
    screen.match.word = said
    screen.refresh_aim()
