"""Real dice: who rolls them, and the dialog that asks for every face that an action needs."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from game.rules.actions import Action
from game.rules.asking import Ask, Given, dice_needed, typed
from game.rules.state import Battle, Combatant
from game.texts import text, tr
from game.view.match import Match, Thrown
from game.view.panels.card import Dice
from game.view.settings import Rolling
from game.view.widgets import dialog
from game.view.widgets.faces import DiceRow
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

Then = Callable[[], None] | None


# --- who rolls real dice ---------------------------------------------------------------------------------------------


def team_key(team: str) -> str:
    """What stands for a whole team among those who roll real dice."""
    return f"team:{team}"


def rolls(real: frozenset[str], who: Combatant) -> bool:
    """Whether people roll the dice of a creature: it, or its team, is named.

    A creature of the GM's that nobody sees is never asked for.
    """
    return not who.hidden and (who.id in real or team_key(who.team) in real)


def switched(real: frozenset[str], battle: Battle, key: str) -> frozenset[str]:
    """The same with a creature or a team turned over."""
    who = battle.by_id.get(key)
    team = who.team if who is not None else key.removeprefix("team:")
    mates = frozenset(each.id for each in battle.combatants if each.team == team)
    if who is None:
        return real - mates - {key} if key in real else (real - mates) | {key}
    if team_key(team) in real:
        return (real - {team_key(team)}) | mates - {key}
    real = real ^ {key}
    return (real - mates) | {team_key(team)} if mates <= real else real


def choose(screen: "PlayScreen") -> None:
    """The list of teams and creatures, each with who rolls its dice; choosing one turns it over."""
    battle, real = screen.match.battle, screen.match.real
    app, people = tr("the app rolls"), tr("people roll")
    keys: list[str] = []
    rows: list[Row] = []
    for team in battle.teams:
        mates = [each for each in battle.combatants if each.team == team.id and not each.hidden]
        whole = team_key(team.id) in real
        keys.append(team_key(team.id))
        rows.append(Row(tr(text("All of {team}", team=text(team.name or team.id))), aside=people if whole else app,
                        picture="check" if whole else ""))
        for each in mates:
            keys.append(each.id)
            rows.append(Row(each.name, aside=people if rolls(real, each) else app,
                            picture="check" if rolls(real, each) else ""))

    def turn(n: int) -> None:
        screen.match.real = switched(screen.match.real, battle, keys[n])
        screen.close_layers()
        choose(screen)

    screen.open(dialog.choice(screen.look, tr("Who rolls real dice"), rows, turn, screen.close_layers,
                              close=tr("Done")))


# --- asking for faces ------------------------------------------------------------------------------------------------


class RealDice:
    """Asks for the faces of an action, in as few dialogs as the dice allow, and has it done."""

    def __init__(self, screen: "PlayScreen") -> None:
        self.screen = screen

    @property
    def match(self) -> Match:
        return self.screen.match

    def begin(self, rolling: Rolling) -> None:
        """A game begins: people roll for the players' side from now on, where they said so once and for all."""
        if rolling == "people" and not self.match.real:
            self.match.real = frozenset(team_key(each.id) for each in self.match.battle.teams if each.players)

    def of(self, who: Combatant | None) -> Dice | None:
        """Who rolls for a creature, as its card says and changes it; None where nobody is ever asked."""
        match = self.match
        if who is None or who.hidden:
            return None

        def turn() -> None:
            match.real = switched(match.real, match.battle, who.id)
            self.screen.host.redraw()

        return Dice(rolls(match.real, who), turn)

    def wants(self, action: Action) -> bool:
        """Whether the dialog is to be opened before an action."""
        return bool(self.match.real) and any(self._real(each) for each in self._needed(action, {}))

    def ask(self, action: Action, then: Then, before: Given | None = None) -> None:
        """Ask for the dice of an action, whoever rolls them, and do it; ``before`` are faces to begin with."""
        self._go_on(action, then, {}, before or {}, always=True)

    def again(self) -> None:
        """An action for which people rolled was taken back: it is asked for anew, with the faces that they gave."""
        game = self.match.game
        undone = self.match.shown.steps[self.match.shown.done].action
        for number in range(game.done, len(game.steps)):
            thrown = self.match.thrown.get(number)
            if thrown is not None and thrown.action == undone and self.match.why(undone) is None:
                self.ask(thrown.action, None, thrown.given)
            if game.steps[number].action == undone:
                return

    def _needed(self, action: Action, given: Given) -> tuple[Ask, ...]:
        said = self.match.said(action)
        return dice_needed(self.match.passed(said).battle, said, self.match.source, given)

    def _roller(self, ask: Ask) -> Combatant | None:
        return self.match.game.battle.by_id.get(ask.who)

    def _real(self, ask: Ask) -> bool:
        who = self._roller(ask)
        return who is not None and rolls(self.match.real, who)

    def _go_on(self, action: Action, then: Then, given: Mapping[Ask, int | None], before: Given, always: bool) -> None:
        """Ask for the dice that are not given yet, or do it when there are none."""
        known = dict(given)
        while asks := self._needed(action, known):
            shown = [each for each in asks if not self._unseen(each)]
            if shown and (always or any(self._real(each) for each in shown)):
                self._open(action, then, known | dict.fromkeys(asks), shown, before, always)
                return
            known |= dict.fromkeys(asks)
        said = self.match.said(action)
        dice = typed(self.match.passed(said).battle, said, known, self.match.source)
        self.screen.do(action, dice, Thrown(said, known), then)

    def _open(self, action: Action, then: Then, given: Given, asks: Sequence[Ask], before: Given, always: bool) -> None:
        """One dialog with all these dice; those of one roll, as with advantage, stand side by side."""
        screen = self.screen
        groups: dict[tuple[str, str, int], list[Ask]] = {}
        for each in asks:
            groups.setdefault((each.who, each.what, each.sides), []).append(each)
        some = any(self._real(each) for each in asks)
        rows = [DiceRow(self._said(each[0]), each[0].sides, len(each), self._real(each[0]) or not some)
                for each in groups.values()]
        order = [each for group in groups.values() for each in group]

        def done(values: Sequence[int | None]) -> None:
            screen.stage.close(layer)
            self._go_on(action, then, {**given, **dict(zip(order, values, strict=True))}, before, always)

        def cancel() -> None:
            screen.stage.close(layer)
            screen.host.redraw()

        def undo() -> None:
            cancel()
            screen.undo()

        faces = [before.get(each) for each in order]
        layer = dialog.faces(screen.look, tr("Real dice"), rows, faces, done, cancel, undo)
        screen.open(layer)

    def _unseen(self, ask: Ask) -> bool:
        """Whether the players are not to know that this creature rolls."""
        who = self._roller(ask)
        return who is not None and who.hidden

    def _said(self, ask: Ask) -> str:
        who = self._roller(ask)
        return tr(text("{who}: {what}", who=who.name if who is not None else ask.who, what=text(ask.what)))
