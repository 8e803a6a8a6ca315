"""What is right about a question of the quiz, worked out the long way: by the plain references of the spatial tests and
the words of the rules, without the masks, sheets and lines of the game."""

from fractions import Fraction

from game.learn.quiz_kinds import Answer, Concealed, Covered, Flanks, High, Hits, Question, Reached, Seen, Total, Walked
from game.rules.bodies import body_of, obstacles, speed_of
from game.rules.catalog import UNARMED
from game.rules.state import Battle, Combatant
from game.spatial.grid import PLAIN, Body, Cell, Grid
from tests.spatial import reference, reference_areas
from tests.spatial.reference_movement import Mover, leaves_opposite


def answer(asked: Question) -> Answer:
    """The right answer."""
    match asked:
        case Hits() | Total():
            number = _hits(asked) if isinstance(asked, Hits) else _total(asked)
            return asked.options.index(number) if asked.answering == "choice" else number
        case Walked():
            reached = _walked(asked.battle, asked.battle[asked.who])
            return frozenset(each for each in asked.cells if each in reached)
    if asked.cells:
        return frozenset(each for each in asked.cells if _there(asked, each))
    return frozenset(each for each in asked.names if _of(asked, asked.battle[each]))


def _body(battle: Battle, who: Combatant, at: Cell | None = None) -> Body:
    cell = at or who.cell
    assert cell is not None
    feet = int(battle.grid.height[cell[1], cell[0]])
    return Body((cell,), feet, feet + body_of(battle, who).tall)


def _of(asked: Question, other: Combatant) -> bool:
    battle, who = asked.battle, asked.battle[asked.who]
    mine, its = _body(battle, who), _body(battle, other)
    match asked:
        case Covered():
            blocked, lines = reference.cover(battle.grid, mine, its)
            return Fraction(blocked, lines) >= Fraction(1, 4)
        case Seen():
            return reference.sees(battle.grid, mine, its)
        case Concealed():
            return reference.concealment(battle.grid, mine, its) > 0
        case Reached():
            return _strikes(battle.grid, mine, its, _reach(who))
    raise AssertionError(asked)


def _there(asked: Question, at: Cell) -> bool:
    battle, who, target = asked.battle, asked.battle[asked.who], asked.battle[asked.target]
    match asked:
        case Flanks():
            return _flanks(battle, who, target, at)
        case High():
            return _body(battle, who, at).feet - _body(battle, target).feet >= 64
    raise AssertionError(asked)


def _reach(who: Combatant) -> int:
    """Of what it holds; no quiz has creatures with a reach of their own."""
    weapon = next((each for each in who.weapons if each.id in who.hands), UNARMED)
    return weapon.reach


def _natural(who: Combatant) -> int:
    """How far it threatens: with what it holds and what it is born with."""
    ready = [each.reach for each in who.weapons if each.id in who.hands or not each.hands]
    return max([*ready, *([UNARMED.reach] if not who.hands else [])])


def _apart(a: Body, b: Body) -> int:
    (ax, ay), (bx, by) = a.cells[0], b.cells[0]
    up = max(b.feet - a.head, a.feet - b.head, 0)
    return max(abs(ax - bx), abs(ay - by), -(-up // 64))


def _strikes(grid: Grid, a: Body, b: Body, reach: int) -> bool:
    blocked, lines = reference.cover(grid, a, b)
    return _apart(a, b) <= reach and blocked < lines


def _flanks(battle: Battle, who: Combatant, target: Combatant, at: Cell | None = None) -> bool:
    """SIT-2: with an ally on the opposite side, each within its own reach."""
    mine, its = _body(battle, who, at), _body(battle, target)
    mates = [each for each in battle.combatants if each.team == who.team and each.id != who.id]
    return _strikes(battle.grid, mine, its, _reach(who)) and any(
        leaves_opposite(mine.cells[0], _body(battle, mate).cells[0], its)
        and _strikes(battle.grid, _body(battle, mate), its, _natural(mate)) for mate in mates)


def _walked(battle: Battle, who: Combatant) -> set[Cell]:
    """MOV-1: the places within one Move, on free ground."""
    body = _body(battle, who)
    closed, no_end = obstacles(battle, who)
    mover = Mover(battle.grid, 1, body.tall, body.cells[0], body.feet, closed=closed)
    costs, _ = mover.costs(PLAIN * speed_of(battle, who))
    return {cell for cell, _ in costs if not no_end[cell[1], cell[0]]}


def _hits(asked: Hits) -> int:
    """ATK-5: who stands on a square that the area covers, and is not above or below it."""
    area, battle = asked.area, asked.battle
    lit = reference_areas.mask(battle.grid, area.template, "centre", area.passage or area.template.passage)
    bodies = [_body(battle, each) for each in battle.combatants]
    return sum(each.cells[0] in lit and area.template.meets(each, each.cells[0], "centre") for each in bodies)


def _total(asked: Total) -> int:
    """TST-2, SIT-2, SIT-3, ATK-3 of their words."""
    battle, who, target = asked.battle, asked.battle[asked.who], asked.battle[asked.target]
    mine, its, total = _body(battle, who), _body(battle, target), 0
    if asked.mode == "melee":
        total += 2 * _flanks(battle, who, target)
    else:
        mates = [each for each in battle.combatants if each.team == who.team and each.id != who.id]
        if any(_engaged(battle, each, target) for each in mates):
            total -= 2
        elif any(_apart(_body(battle, each), its) <= 1 for each in mates):
            total -= 1
        total -= 5 * any(_engaged(battle, who, each) for each in battle.combatants if each.team != who.team)
    total += 2 * (mine.feet - its.feet >= 64)
    attribute = who.sheet.mobility if asked.mode == "melee" else who.sheet.acuity
    return total + (asked.face + attribute.value if asked.face else 0)


def _engaged(battle: Battle, a: Combatant, b: Combatant) -> bool:
    """ATK-4: either could strike the other."""
    one, two = _body(battle, a), _body(battle, b)
    return any(reach and _strikes(battle.grid, here, there, reach)
               for here, there, reach in ((one, two, _natural(a)), (two, one, _natural(b))))
