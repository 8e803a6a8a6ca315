"""Lasting effects, moves and numbers of newcomers by the game master's hand, in the real window loop."""

from collections.abc import Callable

from game.content.creatures import creatures
from game.rules.actions import GmEffect, GmGuard, GmMove, Hide
from game.rules.powers import ContinuousEffect, ModifierEffect
from game.view.screens.newcomers import entry, newcomers
from tests.rules.arena import battle, fighter
from tests.view.arena import last
from tests.view.conftest import Hands
from tests.view.test_gm_panel import goblin, open_panel


def test_a_creature_is_moved_by_keys_alone(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell(goblin(hands))
    hands.click_said("Move…")
    hands.press("escape")
    assert hands.play.master.moving == ""
    hands.click_said("Move…")
    assert hands.play.master.hint() == "Click where Goblin 2 goes"
    hands.press("g")
    hands.type("I7")
    hands.press("return", "return")
    assert last(hands) == GmMove("gob2", (8, 6))
    assert hands.play.master.moving == ""


def test_where_it_cannot_go_it_is_asked_again(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell(goblin(hands))
    hands.click_said("Move…")
    hands.click_cell((2, 2))
    assert "something solid" in hands.play.toast_said.lower()
    assert hands.play.master.moving == "gob2"


def test_harm_every_turn(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("Every turn…")
    hands.type("2")
    hands.press("tab")
    hands.type("fi")
    hands.press("ctrl+return")
    action = last(hands)
    assert isinstance(action, GmEffect)
    assert isinstance(action.effect, ContinuousEffect)
    assert (action.effect.damage[0].kind, action.effect.damage[0].amount, action.effect.at) == ("fire", 2, "start")
    assert hands.play.match.battle["ana"].ongoing


def test_healing_every_turn(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("Every turn…")
    hands.click_said("Healing")
    hands.click_said("at its end")
    hands.click_said("Do it")
    action = last(hands)
    assert isinstance(action.effect, ContinuousEffect)
    assert (action.effect.healing, action.effect.damage, action.effect.at) == (1, (), "end")


def test_protection(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.click_cell((4, 3))
    hands.click_said("Protection…")
    hands.press("ctrl+return")
    assert "Nothing would change" in hands.play.toast_said
    hands.type("2")
    hands.click_said("resistant")
    hands.press("ctrl+return")
    action = last(hands)
    assert isinstance(action.effect, ModifierEffect)
    assert (action.effect.defence, [each.response for each in action.effect.responses]) == (2, ["resistant"])


def test_in_quick_combat_the_gm_adds_to_the_fixed_defence(arena: Callable[..., Hands]) -> None:  # rule: QCK-6
    hands = open_panel(arena("mia", "quick"))
    hands.click_cell((5, 3))
    hands.click_said("Fixed defence +1")
    assert last(hands) == GmGuard("gob", 1)
    hands.click_said("Fixed defence −1")
    assert last(hands) == GmGuard("gob", 0)
    hands.click_said("Scene")
    hands.click_said("To normal combat")
    assert hands.play.match.battle.mode == "normal"


# --- numbers of newcomers --------------------------------------------------------------------------------------------


def test_numbers_go_on_where_others_stop() -> None:
    goblin = creatures()["goblin"]
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    first = newcomers(start, goblin, "blue")
    assert [(each.id, each.name) for each in first] == [("goblin", "Goblin")]
    start = start.but(combatants=(*start.combatants, first[0].but(cell=(3, 3))))
    more = newcomers(start, goblin, "blue", 2)
    assert [(each.id, each.name) for each in more] == [("goblin-2", "Goblin 2"), ("goblin-3", "Goblin 3")]
    join = entry(start, more, (3, 3))
    assert join is not None
    places = [each.cell for each in (join.combatant, *join.more)]
    assert (3, 3) not in places
    assert len({*places}) == 2


def test_the_number_of_a_newcomer_tells_nothing_of_the_hidden() -> None:
    goblin = creatures()["goblin"]
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    lurking = newcomers(start, goblin, "blue", hidden=True)[0].but(cell=(3, 3))
    whole = start.but(combatants=(*start.combatants, lurking))
    seen = newcomers(whole, goblin, "blue", seen=start)[0]
    assert (seen.name, seen.id) == ("Goblin", "goblin-2")


def test_hidden_creatures_are_chosen_only_on_the_gms_side(open_play: Callable[..., Hands]) -> None:
    hands = open_panel(open_play())
    hands.play.do(Hide("gob2"))
    hands.click_cell((11, 5))
    assert hands.play.master.chosen == ()
