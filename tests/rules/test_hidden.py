"""Hidden creatures: nothing tells of them, until somebody walks into one or it shows itself."""

import random
from dataclasses import replace

import pytest

from game.content.scenarios import find_scenario, read_scenario
from game.rules.actions import (
    Activate,
    Attack,
    AttackStructure,
    Begin,
    BreakStructure,
    Dash,
    Delay,
    Deploy,
    DropItem,
    EndTurn,
    GmMove,
    GmPV,
    GmRemove,
    Hide,
    Join,
    Manoeuvre,
    Move,
    PickUp,
    Reveal,
    SneakAttack,
    UsePower,
)
from game.rules.bodies import met_on, misplaced
from game.rules.engine import apply, legal_actions, why_illegal
from game.rules.events import (
    Damaged,
    Hid,
    InitiativeRolled,
    Joined,
    Moved,
    PowerUsed,
    Pushed,
    Revealed,
    TurnBegan,
    TurnEnded,
)
from game.rules.history import Game
from game.rules.players import players_events, players_view
from game.rules.powers import Item
from game.rules.state import Condition, Expiry, Placement
from game.rules.walking import way_of
from tests.rules.arena import battle, do, fight, fighter, reason, sheet_of
from tests.rules.effects_arena import power


class Steady:
    """Dice that show the same share of their sides, whoever rolls before."""

    def __init__(self, share):
        self.share = share

    def face(self, position, sides):
        return max(1, round(sides * self.share))


def ghost(id="x", team="blue", cell=(5, 3), **fields):
    return fighter(id, team, cell, **fields).but(hidden=True)


# --- the GM's word ---------------------------------------------------------------------------------------------------


def test_the_gm_hides_and_shows():
    start = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)), fighter("c", "blue", (9, 0)))
    hidden, events = do(start, Hide("c"))
    assert events == [Hid("c")]
    assert hidden["c"].hidden
    assert not players_events(events, start, hidden)
    assert [each.id for each in players_view(hidden).combatants] == ["a", "b"]
    shown, events = do(hidden, Reveal("c"))
    assert events == [Revealed("c")] == list(players_events(events, hidden, shown))
    assert shown == start
    game = Game(start).do(Hide("c"), Steady(1))
    assert game.undo().battle == start


def test_what_the_gm_cannot_hide_or_show():
    start = fight(fighter("a", "red", (0, 0)), fighter("b", "blue", (1, 0)), ghost("c"))
    assert reason(start, Reveal("a")) == "A is not hidden"
    assert reason(start, Hide("c")) == "C is hidden already"
    assert reason(start, Hide("z")) == "there is no creature 'z' in this battle"
    held, _ = do(start, Manoeuvre("a", "b", "grapple"), dice=(8, 1))
    assert reason(held, Hide("b")) == "B holds another creature, or is held: it cannot be hidden"
    assert reason(start.but(phase="over", waiting=()), Hide("a")) == "the fight is over"


def test_before_round_1_too():
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    assert do(start, Hide("b"))[0]["b"].hidden


# --- nothing tells of them -------------------------------------------------------------------------------------------


def test_nobody_is_flanked_engaged_or_stopped_by_a_hidden_one():
    there = fighter("a", "red", (4, 3), weapons=("sword", "bow"), hands=("bow",)), fighter("b", "blue", (8, 3))
    without = fight(*there)
    within = fight(*there, ghost("x", "blue", (5, 3)), ghost("y", "red", (9, 3)))
    assert sheet_of(within, "a", "b", "bow", "ranged") == sheet_of(without, "a", "b", "bow", "ranged")
    assert legal_actions(within) == legal_actions(without)
    assert reason(within, Attack("a", "x", "")) == "X is not on the map yet"
    assert "'z' in this battle; there are: a, b" in reason(within, Attack("a", "z", ""))
    near = fight(fighter("a", "red", (4, 3)), fighter("b", "blue", (5, 3)), ghost("y", "red", (6, 3)))
    assert sheet_of(near, "a", "b").modifiers == ()  # no flanking


def test_its_aura_sleeps():
    x = fighter("x", "blue", (5, 3), powers=(power("aura-of-dread"),))
    start = fight(x, fighter("a", "red", (6, 3)), fighter("b", "blue", (9, 7)))
    start, _ = do(start, Activate("x", "aura-of-dread"))
    assert start.cells_of(start.zones[0].id).any()
    hidden, _ = do(start, Hide("x"))
    assert not hidden.cells_of(hidden.zones[0].id).any()
    assert players_view(hidden).zones == ()


def test_nobody_waits_for_one():
    start = fight(fighter("a", "red", (0, 0)), ghost("x"), fighter("b", "blue", (9, 3)))
    assert reason(start, Delay("a", "x")) == "'x' does not act later in this round; those who do: b"
    assert [each.after for each in legal_actions(start) if isinstance(each, Delay)] == ["b"]


def test_initiative_of_the_others_is_as_without_it():
    """Ties with a hidden one make nobody roll again; the others' dice come first."""
    there = fighter("a", "red", (0, 0)), fighter("b", "blue", (9, 3), mobility=(4, 8))
    plain, told = do(battle(*there), Begin(), dice=(6, 3))
    start = battle(there[0], ghost("x"), there[1])
    begun, events = do(start, Begin(), dice=(6, 3, 6))
    assert begun.order == ("a", "x", "b")
    assert players_events(events, start, begun) == tuple(told)
    rolled = next(each for each in events if isinstance(each, InitiativeRolled))
    assert [each.who for each in rolled.rolls] == ["a", "b", "x"]
    assert players_view(begun).but(dice=0) == plain.but(dice=0)


def test_late_entries_do_not_tie_with_a_hidden_one():
    a, b = fighter("a", "red", (0, 0)).but(initiative=11), fighter("b", "blue", (9, 3)).but(initiative=4)
    start = fight(a, ghost("x").but(initiative=9), b)
    late, events = do(start, Join(fighter("c", "blue", (7, 7))), dice=(4,))
    assert late.order == ("a", "x", "c", "b")
    told = next(each for each in players_events(events, start, late) if isinstance(each, Joined))
    assert told.order == ("a", "c", "b")
    secret, events = do(fight(a, b), Join(ghost("x")), dice=(6,))
    assert secret.order == ("a", "x", "b")  # no reroll with a
    assert players_events(events, fight(a, b), secret) == ()


def test_effects_it_left_behind_lose_its_name():
    poison = Condition("weakened", "x", expiry=Expiry("turn", "x", "end", 2))
    start = fight(fighter("a", "red", (0, 0)).but(conditions=(poison,), sneaked=("x", "b")), ghost("x"),
                  fighter("b", "blue", (9, 3)))
    (seen,) = players_view(start)["a"].conditions
    assert (seen.source, seen.expiry) == ("", Expiry("turn", "b", "end", 2))
    assert players_view(start)["a"].sneaked == ("b",)


def test_the_fight_goes_on_while_an_enemy_hides():
    start = fight(fighter("a", "red", (4, 3)), fighter("b", "blue", (5, 3), pv=1), ghost("x"))
    after, _ = do(start, Attack("a", "b", "sword"), dice=(8, 1))
    assert after["b"].out
    assert after.phase == "fight"


# --- coming upon one -------------------------------------------------------------------------------------------------


def test_walking_into_one_stops_one_cell_short_and_reveals_it():
    start = fight(fighter("a", "red", (2, 3)), ghost("x", "blue", (5, 3)), fighter("b", "blue", (9, 7)))
    path = ((3, 3), (4, 3), (5, 3), (6, 3))
    assert why_illegal(start, Move("a", (6, 3), path)) is None
    after, events = do(start, Move("a", (6, 3), path))
    assert events == [Moved("a", (2, 3), ((3, 3), (4, 3)), 2000), Revealed("x", "met", "a")]
    assert after["a"].cell == (4, 3)
    assert not after["x"].hidden
    assert after.turn.moves == 1


def test_next_to_one_the_walk_is_used_up():
    start = fight(fighter("a", "red", (4, 3)), ghost("x", "blue", (5, 3)), fighter("b", "blue", (9, 7)))
    after, events = do(start, Move("a", (5, 3)))
    assert events == [Revealed("x", "met", "a")]
    assert (after["a"].cell, after.turn.moves) == ((4, 3), 1)
    after, events = do(start, Dash("a", (6, 3), ((5, 3), (6, 3))))
    assert (after["a"].cell, after.turn.full) == ((4, 3), 1)


def test_a_body_of_several_squares_meets_one_with_any_of_them():
    start = fight(fighter("a", "red", (1, 3), size="large"), ghost("x", "blue", (6, 4)), fighter("b", "blue", (9, 7)))
    after, events = do(start, Move("a", (6, 3), tuple((x, 3) for x in range(2, 7))))
    assert after["a"].cell == (4, 3)  # it fills columns 4 and 5
    assert isinstance(events[-1], Revealed)


def test_one_short_is_a_place_where_one_may_stop():
    """An ally stands right before the hidden one: the walk ends before the ally."""
    start = fight(fighter("a", "red", (2, 3)), fighter("c", "red", (4, 3)), ghost("x", "blue", (5, 3)),
                  fighter("b", "blue", (9, 7)))
    after, events = do(start, Move("a", (6, 3), ((3, 3), (4, 3), (5, 3), (6, 3))))
    assert after["a"].cell == (3, 3)
    assert isinstance(events[-1], Revealed)


def test_friends_pass_it_as_they_pass_each_other():
    start = fight(fighter("a", "red", (2, 3)), ghost("x", "red", (4, 3)), fighter("b", "blue", (9, 7)))
    after, events = do(start, Move("a", (6, 3), ((3, 3), (4, 3), (5, 3), (6, 3))))
    assert after["a"].cell == (6, 3)
    assert after["x"].hidden
    after, events = do(start, Move("a", (4, 3)))
    assert events[-1] == Revealed("x", "met", "a")
    assert after["a"].cell == (3, 3)


def test_two_who_hide_keep_each_other_hidden():
    start = fight(ghost("y", "blue", (2, 3)), ghost("x", "blue", (5, 3)), fighter("a", "red", (9, 7)))
    assert (5, 3) not in {each.to for each in legal_actions(start) if isinstance(each, Move)}


def test_a_push_into_one_stops_at_it_and_reveals_it():
    start = fight(fighter("a", "red", (4, 3)), fighter("b", "blue", (5, 3)), ghost("x", "blue", (6, 3)))
    after, events = do(start, Manoeuvre("a", "b", "push"), dice=(8, 1))
    pushed = next(each for each in events if isinstance(each, Pushed))
    assert (pushed.path, pushed.moved, pushed.stopped_by) == ((), 0, "body")
    assert events[-1] == Revealed("x", "met", "b")
    assert after["b"].cell == (5, 3)


def test_a_drag_into_one_stops_both():
    start = fight(fighter("a", "red", (3, 3)), fighter("b", "blue", (2, 3)), ghost("x", "blue", (5, 3)))
    held, _ = do(start, Manoeuvre("a", "b", "grapple"), dice=(8, 1))
    after, events = do(held.but(turn=replace(held.turn, executions=0)), Move("a", (5, 3), ((4, 3), (5, 3))))
    assert (after["a"].cell, after["b"].cell) == ((4, 3), (3, 3))
    assert events[-1] == Revealed("x", "met", "a")


# --- what it does ----------------------------------------------------------------------------------------------------


def test_it_moves_about_in_secret_and_is_seen_when_it_strikes():
    start = fight(ghost("x", "blue", (5, 3)), fighter("a", "red", (9, 3)), fighter("b", "blue", (9, 7)))
    after, events = do(start, Move("x", (8, 3)))
    assert after["x"].hidden
    assert players_events(events, start, after) == ()
    assert players_view(after).but(turn=players_view(start).turn) == players_view(start)
    struck, events = do(after, Attack("x", "a", "sword"), dice=(8, 1))
    assert events[0] == Revealed("x", "act")
    assert not struck["x"].hidden
    assert players_events(events, after, struck) == tuple(events)


def test_it_strikes_unseen_what_it_finds():
    """Nobody sees a hidden creature when its turn begins. # rule: SIT-1"""
    start = fight(fighter("a", "red", (9, 3)), ghost("x", "blue", (8, 3)), fighter("b", "blue", (9, 7)))
    start, _ = do(start, EndTurn("a"))
    assert "a" in start.turn.unseen
    assert why_illegal(start, SneakAttack("x", "a", "sword")) is None


def test_areas_work_on_it_in_secret_and_its_dice_come_last():
    there = fighter("a", "red", (0, 3), powers=(power("fireball"),)), fighter("b", "blue", (6, 3), pv=30)
    place = Placement("cell", 5.5, 3.5)
    start = fight(there[0], ghost("x", "blue", (5, 3), pv=30), there[1])
    plain, told = do(fight(*there), UsePower("a", "fireball", (), place), dice=(8, 1))
    after, events = do(start, UsePower("a", "fireball", (), place), dice=(8, 1, 1))
    assert after["x"].pv < 30
    assert [each.who for each in events if isinstance(each, Damaged)] == ["b", "x"]
    assert players_events(events, start, after) == tuple(told)
    assert next(each for each in told if isinstance(each, PowerUsed)).targets == ("b",)
    assert players_view(after).but(dice=0) == plain.but(dice=0)


def test_it_makes_room_for_what_comes_to_be_where_it_stands():
    zone = tuple((x, y) for x in range(3) for y in range(8))
    start = battle(fighter("a", "red", None), fighter("b", "blue", (9, 3)), ghost("x", "blue", (1, 1)),
                   zones={"red": zone})
    after, events = do(start, Deploy("a", (1, 1)))
    assert after["a"].cell == (1, 1)
    assert after["x"].cell != (1, 1)
    assert misplaced(after, after["x"], after["x"].cell) is None
    assert [each for each in players_events(events, start, after) if each.who == "x"] == []


def test_its_turn_is_not_told():
    start = fight(fighter("a", "red", (0, 0)), ghost("x"), fighter("b", "blue", (9, 3)))
    after, events = do(start, EndTurn("a"))
    assert players_events(events, start, after) == (TurnEnded("a"),)
    assert players_view(after).active.id == "b"
    done, events = do(after, EndTurn("x"))
    assert players_events(events, after, done) == (TurnBegan("b", 1),)


# --- what falls from one ---------------------------------------------------------------------------------------------


def dropping(*fighters, **fields):
    return fight(*fighters, fighter("z", "blue", (11, 7)), weapons_at_zero="dropped", **fields)


def test_what_was_seen_to_fall_stays_in_sight_when_its_owner_hides_and_falls():
    start = dropping(fighter("a", "red", (0, 0)), fighter("x", "blue", (5, 3), weapons=("sword", "dagger")))
    away = do(start, EndTurn("a"), DropItem("x", "sword"), Hide("x"), GmMove("x", (6, 3)), GmPV("x", 0))[0]
    (sword,) = players_view(away).items
    assert (sword.weapon.id, sword.cell, sword.owner) == ("sword", (5, 3), "")
    fallen = do(start, GmPV("x", 0), Hide("x"))[0]
    assert [each.cell for each in players_view(fallen).items] == [(5, 3)], "it fell in the open, then its owner hid"
    there = do(start, EndTurn("a"), DropItem("x", "sword"), Hide("x"), GmPV("x", 0))[0]
    assert len(players_view(there).items) == 1, "under the very feet of the one who hides"


def test_what_falls_in_secret_is_seen_when_its_owner_is():
    start = dropping(fighter("a", "red", (4, 3)), ghost())
    after, events = do(start, GmPV("x", 0))
    assert [each.cell for each in after.items] == [(5, 3)]
    assert players_view(after) == players_view(start), "nothing tells of it"
    assert players_events(events, start, after) == ()
    assert not [each for each in legal_actions(after) if isinstance(each, PickUp | AttackStructure | BreakStructure)]
    for act in (Reveal("x"), GmRemove("x")):
        shown, _ = do(after, act)
        assert [(each.cell, each.unseen) for each in shown.items] == [((5, 3), False)]
        assert [each.cell for each in players_view(shown).items] == [(5, 3)]
        assert [each for each in legal_actions(shown) if isinstance(each, AttackStructure | BreakStructure)]


def test_things_that_fall_later_are_called_as_without_it():
    def named(*more):
        start = dropping(fighter("a", "red", (0, 0)), fighter("b", "blue", (9, 7)), *more)
        for act in (*(GmPV(each.id, 0) for each in more), DropItem("a", "sword")):
            start, _ = do(start, act)
        return [each.id for each in players_view(start).items]

    assert named(ghost()) == named()


def test_things_that_fall_in_secret_are_told_apart():
    rope = Item("rope", "Rope")
    start = dropping(fighter("a", "red", (0, 0)), ghost(items=(rope, rope)))
    drop = DropItem("x", "rope")
    for act in (DropItem("a", "sword"), EndTurn("a"), drop, GmRemove("thing-1"), drop):
        start, _ = do(start, act)
    assert len({each.id for each in start.items}) == len(start.items) == 2


# --- the same game ---------------------------------------------------------------------------------------------------

SHIPPED = ("ambush", "bridge", "ruin", "sorcerers", "tavern")


def with_ghost(start, rng):
    """A battle with one more creature, a hidden copy of another on a free cell."""
    model = rng.choice([each for each in start.combatants if each.cell is not None])
    extra = replace(model, id="ghost", hidden=True, cell=None)
    cells = [(x, y) for y in range(start.grid.rows) for x in range(start.grid.cols)]
    rng.shuffle(cells)
    for cell in cells:
        if misplaced(start, extra, cell) is None:
            at = rng.randrange(len(start.combatants) + 1)
            some = (*start.combatants[:at], extra.but(cell=cell), *start.combatants[at:])
            return start.but(combatants=some)
    raise AssertionError("no room")


def same(view, plain):
    return view.but(dice=0) == plain.but(dice=0)


def wander_action(state, rng):
    """What a hidden creature does in its turn: it may walk, and is done."""
    walks = [each for each in legal_actions(state) if isinstance(each, Move)]
    return rng.choice(walks) if walks and rng.random() < 0.5 else EndTurn(state.active.id)


def meets(state, action):
    """Whether a walk, a drag or a push comes upon a hidden creature."""
    who = state.active
    if isinstance(action, Move | Dash):
        way = way_of(state, who, action)
        return bool(met_on(state, who, way.path)[1] or any(
            met_on(state, state[each.held], way.held)[1] for each in state.holds_by(who.id)))
    return isinstance(action, Manoeuvre) and action.manoeuvre == "push"


def same_game(name, seed, steps):
    """Play at random beside the same game without the hidden creature: what players see is the same at every step."""
    rng = random.Random(seed)
    plain = read_scenario(find_scenario(name)).battle
    plain = plain.but(settings=replace(plain.settings, weapons_at_zero=rng.choice(("held", "dropped"))))
    secret, dice = with_ghost(plain, rng), Steady(rng.choice((0.2, 0.6, 1)))
    for _ in range(steps):
        assert same(players_view(secret), plain)
        if plain.phase == "fight" and not secret["ghost"].out and rng.random() < 0.1:  # it falls, unseen
            after, events = apply(secret, GmPV("ghost", 0), dice)
            assert players_events(events, secret, after) == ()
            secret = after
            assert same(players_view(secret), plain)
        listed = legal_actions(plain)
        told = tuple(each for each in legal_actions(secret) if getattr(each, "who", "") != "ghost")
        assert told == listed == legal_actions(players_view(secret))
        fit = [each for each in rng.sample(listed, min(12, len(listed))) if not meets(secret, each)]
        liked = [each for each in listed if isinstance(each, Begin)] if rng.random() < 0.3 else []
        liked += [each for each in fit if isinstance(each, Attack | UsePower | Activate)]
        action = (*liked, *fit, EndTurn(plain.active.id) if plain.active else Begin())[0]
        plain_after, told = apply(plain, action, dice)
        after, events = apply(secret, action, dice)
        seen = list(players_events(events, secret, after))
        while after.active is not None and after.active.hidden:
            then, events = apply(after, wander_action(after, rng), dice)
            seen += players_events(events, after, then)
            after = then
        assert seen == list(told), action
        if plain_after.phase == "over":
            return
        plain, secret = plain_after, after


@pytest.mark.parametrize("name", SHIPPED)
def test_players_see_the_same_game(name):
    for seed in range(2):
        same_game(name, seed, 25)


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_players_see_the_same_game_for_long(name):
    for seed in range(20):
        same_game(name, seed + 100, 150)
