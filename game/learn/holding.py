"""Whether a goal is reached, and nothing else: as :func:`game.learn.judging.judge` says, without its proofs, for
searches that ask thousands of times."""

from game.insight.cases import Case
from game.insight.odds_table import Question, sheet_asked
from game.learn.goals import All, Covered, Did, Goal, Hit, Reach, Sheet, Unseen
from game.learn.judging import judge, last_attack, was_done
from game.rules.attack import AttackSheet
from game.rules.bodies import line_of, threatens
from game.rules.conditions import perceives
from game.rules.events import PowerUsed
from game.rules.history import Game
from game.rules.state import Battle
from game.spatial.grid import PARTIAL, TOTAL


def holds(goal: Goal, game: Game) -> bool:
    """Whether a goal is reached in a game as it stands."""
    battle = game.battle
    match goal:
        case All(goals=several):
            return all(holds(each, game) for each in several)
        case Sheet(made=True):
            attacked = last_attack(goal, game)
            return attacked is not None and _sheet(goal, attacked[1], attacked[0])
        case Sheet():
            return _there(battle, goal.who, goal.target) and _sheet(goal, *sheet_asked(
                battle, Question(goal.who, goal.target, goal.weapon, goal.mode)))
        case Did():
            return was_done(goal, game)
        case Covered(who=who, sources=sources):
            least = TOTAL if goal.level == "total" else PARTIAL
            return _there(battle, who, *sources) and all(
                line_of(battle, battle[each], battle[who]).cover.level >= least for each in sources)
        case Unseen(who=who, by=several_):
            return _there(battle, who, *several_) and not any(
                _sees(battle, each, who) for each in several_ if not battle[each].out)
        case Reach(who=who, target=target):
            return _there(battle, who, target) and threatens(battle, battle[who], battle[target]) and not (
                goal.safe and threatens(battle, battle[target], battle[who]))
        case Hit(who=who, power=power):
            used = [each for each in game.log if isinstance(each, PowerUsed) and each.who == who
                    and each.cells and power in (None, each.power)]
            if not used:
                return False
            own = sum(battle[each].team == battle[who].team for each in used[-1].targets)
            return len(used[-1].targets) - own >= goal.least and own <= goal.allies
    return judge(goal, game).met


def _there(battle: Battle, *ids: str) -> bool:
    return all(battle[each].cell is not None for each in ids)


def _sheet(goal: Sheet, battle: Battle, sheet: AttackSheet) -> bool:
    refusals = {rule for rule, _ in Case.of(battle, sheet).refusals}
    present = {*refusals, *(each.rule for each in sheet.modifiers), sheet.miss_rule}
    return refusals <= {*goal.holds} <= present and present.isdisjoint(goal.lacks)


def _sees(battle: Battle, who: str, other: str) -> bool:
    return line_of(battle, battle[who], battle[other]).sight and perceives(battle, battle[who], battle[other])
