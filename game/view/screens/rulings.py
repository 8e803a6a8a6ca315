"""The GM's word after a roll, as a list: what was rolled against somebody hits, grazes, misses, or does so much damage.
# rule: GM"""

from collections.abc import Iterator
from typing import Final

from game.insight.narrate import sentences
from game.rules.actions import Ruling
from game.rules.events import Attacked, PowerUsed
from game.rules.history import Step
from game.texts import Text, text
from game.view.match import Match
from game.view.offers import Option

POINTS: Final = (*range(13), 15, 20, 30)
NOTHING: Final = text("nothing was rolled within a round: undo back to the roll first")


def options(match: Match) -> Option:
    """The lists for what was rolled within a round, one for each creature that it was against. The outcomes of the last
    roll stand there straight away when it was against one alone; earlier rolls have a list of their own."""
    game = match.shown
    rolls = {each: game.steps[n] for each, n in game.rolls.items() if each in match.battle.by_id}
    last = [each for each, step in rolls.items() if step is next(iter(rolls.values()))]
    items = [_rolled(match, each, rolls[each]) for each in last]
    earlier = tuple(_rolled(match, each, step) for each, step in rolls.items() if each not in last)
    name = text("The last roll")
    if len(last) == 1:
        name = text("The last roll, at {who}", who=match.battle[last[0]].name)
        items = list(items[0].items)
    if earlier:
        items.append(Option("menu", text("Earlier rolls"), "laurel-crown", items=earlier))
    return Option("menu", name, "laurel-crown", items=tuple(items), refused=None if items else NOTHING)


def _rolled(match: Match, target: str, step: Step) -> Option:
    """The list for one creature, with what was rolled against it."""
    tried = any(isinstance(each, Attacked) and each.sheet.target == target and each.sheet.margin is not None
                for each in step.events)
    told = next(each for each in step.events if isinstance(each, PowerUsed) or (
        isinstance(each, Attacked) and each.sheet.target == target))
    return Option("menu", text(match.battle[target].name), "swords", items=tuple(_outcomes(match, target, tried)),
                  detail=sentences(told, step.battle)[0])


def _outcomes(match: Match, target: str, tried: bool) -> Iterator[Option]:
    yield _now(match, Ruling(target, "hit"), text("It succeeds") if tried else text("It hits"))
    if not tried:
        yield _now(match, Ruling(target, "graze"), text("It grazes, or does half"))
    yield _now(match, Ruling(target, "miss"), text("It fails") if tried else text("It misses"))
    if not tried:
        yield Option("menu", text("The damage"), "swords", items=tuple(
            _now(match, Ruling(target, points=each), text("{points} points", points=each)) for each in POINTS))


def _now(match: Match, ruling: Ruling, name: Text) -> Option:
    return Option("do", name, "laurel-crown", ruling, refused=match.why(ruling))
