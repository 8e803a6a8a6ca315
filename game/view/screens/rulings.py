"""The GM's word after a roll, as a list: what was rolled in the last step hits, grazes, misses, or does so much damage.
# rule: GM"""

from collections.abc import Iterator
from typing import Final

from game.rules.actions import Ruling
from game.rules.events import Attacked
from game.rules.rulings import open_to
from game.texts import Text, text
from game.view.match import Match
from game.view.offers import Option

POINTS: Final = (*range(13), 15, 20, 30)
NOTHING: Final = text("nothing was rolled in the last step: undo what came after the roll first")


def options(match: Match) -> Option:
    """The list for the last step: one for each creature against which something was rolled, straight away for one."""
    game = match.shown
    events = game.steps[game.ruled].events if game.ruled >= 0 else ()
    battle, named = match.battle, open_to(events)
    found = [each for each in named if each in battle.by_id and match.why(Ruling(each, "miss")) is None]
    lists = [Option("menu", text(battle[each].name), "swords", items=tuple(_outcomes(match, each))) for each in found]
    items = lists[0].items if len(lists) == 1 else tuple(lists)
    name = text("The last roll")
    if len(lists) == 1:
        name = text("The last roll, at {who}", who=battle[found[0]].name)
    return Option("menu", name, "laurel-crown", items=items, refused=None if items else NOTHING)


def _outcomes(match: Match, target: str) -> Iterator[Option]:
    game = match.shown
    tried = any(isinstance(each, Attacked) and each.sheet.target == target and each.sheet.margin is not None
                for each in game.steps[game.ruled].events)
    yield _now(match, Ruling(target, "hit"), text("It succeeds") if tried else text("It hits"))
    if not tried:
        yield _now(match, Ruling(target, "graze"), text("It grazes, or does half"))
    yield _now(match, Ruling(target, "miss"), text("It fails") if tried else text("It misses"))
    if not tried:
        yield Option("menu", text("The damage"), "swords", items=tuple(
            _now(match, Ruling(target, points=each), text("{points} points", points=each)) for each in POINTS))


def _now(match: Match, ruling: Ruling, name: Text) -> Option:
    return Option("do", name, "laurel-crown", ruling, refused=match.why(ruling))
