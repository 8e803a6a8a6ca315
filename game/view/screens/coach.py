"""How much a team is told before it acts: nothing, only what is allowed, or the odds too. Each team may choose."""

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.insight.telling import veiled
from game.rules.state import Battle
from game.texts import N_, text, tr
from game.view.screens.aiming import Seen
from game.view.settings import Coach
from game.view.widgets import dialog
from game.view.widgets.listing import Row

if TYPE_CHECKING:
    from game.view.screens.play import PlayScreen

LEVELS: Final[tuple[tuple[Coach, str], ...]] = (
    ("off", N_("nothing before it is done")), ("legal", N_("what is allowed")), ("full", N_("odds and flanks too")),
)


def level(battle: Battle, chosen: dict[str, Coach], otherwise: Coach) -> Coach:
    """What the team whose turn it is is told; everything that is known before the fight. The odds of one whose numbers
    are not told are not told either."""
    who = battle.active
    if who is None:
        return "full"
    found = chosen.get(who.team, otherwise)
    return "legal" if found == "full" and veiled(battle, who) else found


def dimmed(seen: Seen, coach: Coach) -> Seen:
    """What of an aim is shown: everything, unless nobody is told anything. Where an area lies is always seen."""
    if coach != "off":
        return seen
    area = replace(seen.area, inside=(), things=(), refused=None) if seen.area is not None else None
    return Seen(seen.occupant, seen.option, area=area)


def choose(screen: "PlayScreen", marked: int | None = None) -> None:
    """The list of teams, each with what it is told; choosing one goes on to the next level."""
    teams, names = screen.match.battle.teams, dict(LEVELS)
    levels = [screen.match.coach.get(each.id, screen.host.settings.coach) for each in teams]
    rows = [Row(tr(text(team.name or team.id)), tr("Told before it acts"), aside=tr(names[now]))
            for team, now in zip(teams, levels, strict=True)]

    def turn(n: int) -> None:
        order = [each for each, _ in LEVELS]
        screen.match.coach[teams[n].id] = order[(order.index(levels[n]) + 1) % len(order)]
        screen.close_layers()
        screen.refresh_aim()
        choose(screen, n)

    screen.open(dialog.choice(screen.look, tr("Coach"), rows, turn, screen.close_layers, close=tr("Done"),
                              marked=marked))
