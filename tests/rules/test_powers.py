"""Powers played out: every shape, every kind of effect, every way to meet a target."""

from dataclasses import replace

import numpy as np
import pytest

from game.rules.actions import Activate, Attack, Begin, Concentrate, EndTurn, GmEffect, Move, UseItem, UsePower
from game.rules.bodies import line_of, movement_of
from game.rules.conditions import changes, sheet_of, under
from game.rules.engine import legal_actions, why_illegal
from game.rules.events import (
    Attacked,
    CastingBegan,
    CastingLost,
    Concentrated,
    ConditionEnded,
    ConditionGained,
    Damaged,
    Healed,
    OngoingBegan,
    OngoingEnded,
    PowerUsed,
    Tested,
    Warded,
    ZoneBegan,
    ZoneEnded,
)
from game.rules.places import area_of, bodies_in
from game.rules.powers import DamageEffect, DamageResponse, Effect, Form, Item, Power, items, powers
from game.rules.state import Condition, Placement
from game.spatial.grid import TOTAL, picture, wall
from tests.rules.arena import amounts, battle, do, fight, fighter, reason
from tests.rules.arena import sheet_of as attack_of
from tests.rules.effects_arena import harm, power, put, turns, until

EAST = (1, 0)


def stage(*names, foes=(), cols=14, rows=9, barriers=(), **fields):
    """M at (3, 4) with these powers, wits and spirit 10 on a d10; its foes where asked."""
    known = tuple(each if isinstance(each, Power) else power(each) for each in names)
    mage = fighter("m", "red", (3, 4), powers=known, wits=(10, 10), spirit=(10, 10), weapons=("dagger", "staff"),
                   hands=("dagger",), pv=12, **fields)
    others = [fighter(f"f{n}", "blue", cell, pv=20) for n, cell in enumerate(foes or [(12, 8)])]
    return fight(mage, *others, cols=cols, rows=rows, barriers=barriers)


def told(events, kind):
    return [each for each in events if isinstance(each, kind)]


def lost(events):
    """PV lost, by creature."""
    return {each.who: each.total for each in told(events, Damaged)}


# --- what ships ------------------------------------------------------------------------------------------------------


def test_the_shipped_powers_use_everything():
    # rule: EFF-1 EFF-4 ATK-5 ATK-6 ATK-7 DEF-3
    all_of = powers().values()
    assert len(all_of) >= 12
    assert {each.shape.form for each in all_of if each.shape} == set(Form.__args__)
    effects = [effect for each in all_of for effect in each.effects]
    assert {type(each) for each in effects} == set(Effect.__args__)
    assert {each.attack for each in all_of} == {"none", "area", "internal", "direct"}
    assert {each.defence for each in all_of if each.attack == "internal"} == {"resistance", "spirit"}
    zones = [each for each in effects if each.kind == "zone"]
    assert any(each.obstacle for each in zones)
    assert {each.concealment for each in zones} == {"none", "partial", "total"}
    assert any(each.kind == "modifier" and each.ward == "block" for each in effects)
    assert {each.action for each in all_of} >= {"execution", "long"}
    assert any(each.concentration for each in all_of)


def test_every_spell_is_magical_and_an_ability_as_it_says():
    # rule: EFF-5
    effect = DamageEffect((harm("fire", 1),))
    spell = Power("x", "X", (effect,), source="spell", nature="mundane", attack="direct", roll="wits", range=5)
    ability = Power("x", "X", (effect,), source="ability", nature="mundane", attack="direct", roll="wits", range=5)
    assert (spell.nature, ability.nature) == ("magical", "mundane")
    state = stage(spell, foes=[(6, 4)])
    _, events = do(state, UsePower("m", "x", ("f0",)), dice=(9, 2))
    assert told(events, Damaged)[0].parts[0].nature == "magical"  # damage is an effect and takes its nature


# --- area attacks ----------------------------------------------------------------------------------------------------


def test_fire_lance_is_one_roll_for_all_on_the_line():
    # rule: ATK-5 DEF-2 DMG-4
    state = stage("fire-lance", foes=[(6, 4), (9, 4), (9, 6)])
    place = Placement("edge", 4, 4.5, EAST)
    after, events = do(state, UsePower("m", "fire-lance", (), place), dice=(3, 2, 8))
    used = told(events, PowerUsed)[0]
    assert (used.attack.total, used.total, used.targets) == (13, 13, ("f0", "f1"))
    assert used.cells == tuple((x, 4) for x in range(4, 12))
    assert [(each.who, each.attribute, each.check.total, each.success) for each in told(events, Tested)] == [
        ("f0", None, 7, False), ("f1", None, 18, True)]
    assert lost(events) == {"f0": 4, "f1": 2}  # half, rounded down
    assert (after["f0"].has("burning"), after["f1"].has("burning"), after["f2"].pv) == (True, False, 20)


@pytest.mark.parametrize(("face", "success"), [(7, False), (8, True)])
@pytest.mark.parametrize("tie", ["halves", "full"])
def test_a_defence_equal_to_the_total_halves_unless_the_settings_say_otherwise(face, success, tie):
    # rule: DEF-2
    blast = Power("blast", "Blast", (DamageEffect((harm("fire", 6),)),), attack="area", nd=13, aim="place",
                  range=9, shape=power("fireball").shape)
    state = stage(blast, foes=[(8, 4)])
    state = state.but(settings=state.settings.__class__(area_tie=tie))
    at = UsePower("m", "blast", (), Placement("corner", 8, 4))
    if face == 8:
        _, events = do(state, at, dice=(8,))  # 8 + 10 is above 13
        assert lost(events) == {"f0": 3}
    else:
        state = state.with_combatant(fighter("f0", "blue", (8, 4), mobility=(6, 8), pv=20))
        _, events = do(state, at, dice=(7,))  # exactly 13
        assert lost(events) == {"f0": 3 if tie == "halves" else 6}
    assert success == (face == 8)


def test_an_area_doubles_before_it_halves_and_before_types():
    """6 doubled is 12, halved 6, resistant 3; and 1 halved is still 1."""
    # rule: DMG-4 CRI-1 DEF-2
    blast = Power("blast", "Blast", (DamageEffect((harm("fire", 6),)),), attack="area", roll="wits", aim="place",
                  range=9, shape=power("fireball").shape)
    state = stage(blast, foes=[(8, 4)])
    state = state.with_combatant(fighter("f0", "blue", (8, 4), mobility=(20, 8), pv=20,
                                         responses=(DamageResponse("resistant", "fire"),)))
    _, events = do(state, UsePower("m", "blast", (), Placement("corner", 8, 4)), dice=(10, 7))
    assert (told(events, PowerUsed)[0].total, told(events, Tested)[0].success, lost(events)) == (30, False, {"f0": 6})
    _, events = do(state, UsePower("m", "blast", (), Placement("corner", 8, 4)), dice=(10, 8))
    assert (told(events, Tested)[0].check.total, lost(events)) == (48, {"f0": 3})
    weak = Power("blast", "Blast", (DamageEffect((harm("fire", 1),)),), attack="area", nd=5, aim="place",
                 range=9, shape=power("fireball").shape)
    _, events = do(stage(weak, foes=[(8, 4)]), UsePower("m", "blast", (), Placement("corner", 8, 4)), dice=(4,))
    assert lost(events) == {"f0": 1}


def test_everything_inside_is_subject_to_it_friends_and_the_caster_too():
    # rule: ATK-5 EFF-4
    state = stage("fireball", foes=[(6, 4)])
    friend = fighter("n", "red", (6, 5), pv=20)
    state = state.but(combatants=(*state.combatants, friend), order=(*state.order, "n"))
    _, events = do(state, UsePower("m", "fireball", (), Placement("corner", 5, 5)), dice=(9, 2, 2, 2))
    assert lost(events) == {"m": 8, "f0": 8, "n": 8}  # 6 and the wits bonus of 2


def test_cover_does_not_help_against_areas_unless_the_settings_say_so():
    # rule: DEF-2 SIT-6 SIT-7
    low = wall((8, 0), (8, 9), top=0.9)
    state = stage("fireball", foes=[(8, 4)], barriers=[low])
    at = UsePower("m", "fireball", (), Placement("corner", 7, 5))
    _, events = do(state, at, dice=(9, 2))
    assert told(events, Tested)[0].modifiers == ()
    state = state.but(settings=state.settings.__class__(area_cover=True))
    _, events = do(state, at, dice=(9, 2))
    assert [(each.rule, each.amount) for each in told(events, Tested)[0].modifiers] == [("SIT-6", 5)]
    high = stage("fireball", foes=[(8, 4)], barriers=[wall((8, 0), (8, 9), top=3.0)])
    _, events = do(high, at, dice=(9,))
    assert lost(events) == {}  # no passage: total cover protects


def test_frost_breath_is_mundane_against_an_nd():
    # rule: ATK-5 EFF-5
    state = stage("frost-breath", foes=[(6, 4), (3, 6)])
    after, events = do(state, Activate("m", "frost-breath", (), Placement("edge", 4, 4, EAST)), dice=(2,))
    assert (told(events, PowerUsed)[0].attack, told(events, PowerUsed)[0].total) == (None, 12)
    assert (lost(events), told(events, Damaged)[0].parts[0].nature) == ({"f0": 5}, "mundane")
    assert after["f0"].has("slow")
    assert after["m"].spent == ("frost-breath",)


def test_a_power_of_few_uses_runs_out():
    # rule: EFF-3
    state = stage("frost-breath", foes=[(6, 4)])
    state = state.with_combatant(state["m"].but(spent=("frost-breath",) * 3))
    assert "3 times" in reason(state, Activate("m", "frost-breath", (), Placement("edge", 4, 4, EAST)))
    assert not [each for each in legal_actions(state) if isinstance(each, Activate)]


def test_shatter_takes_a_cube_and_a_flyer_above_it_goes_free():
    # rule: EFF-4 ATK-5
    state = stage("shatter", foes=[(8, 4)])
    flyer = fighter("f0", "blue", (8, 4), altitude=5 * 64, pv=20)
    at = UsePower("m", "shatter", (), Placement("corner", 8, 4))
    after, events = do(state, at, dice=(9, 2))
    assert (lost(events), after["f0"].has("stunned")) == ({"f0": 4}, True)
    assert len(told(events, PowerUsed)[0].cells) == 9
    _, events = do(state.with_combatant(flyer), at, dice=(9,))
    assert told(events, PowerUsed)[0].targets == ()


def test_sleeping_dust_picks_two_inside_who_test_their_resistance():
    # rule: EFF-4 ATK-6
    state = stage("sleep-dust", foes=[(7, 4), (8, 4), (8, 3)])
    at = Placement("corner", 8, 4)
    after, events = do(state, UsePower("m", "sleep-dust", ("f0", "f2"), at), dice=(2, 8))
    assert [(each.who, each.attribute, each.success) for each in told(events, Tested)] == [
        ("f0", "resistance", False), ("f2", "resistance", True)]
    assert (after["f0"].has("unconscious"), after["f1"].has("unconscious"), after["f2"].has("unconscious")) == (
        True, False, False)
    assert "at most" in reason(state, UsePower("m", "sleep-dust", ("f0", "f1", "f2"), at))
    assert "not inside" in reason(state, UsePower("m", "sleep-dust", ("f0",), Placement("corner", 6, 7)))
    assert "everything inside" in reason(stage("fireball", foes=[(7, 4)]),
                                         UsePower("m", "fireball", ("f0",), Placement("corner", 7, 4)))


# --- long castings and concentration ---------------------------------------------------------------------------------


def test_pillar_of_light_works_when_the_casters_next_turn_starts():
    # rule: ACT-4 EFF-4
    state = stage("pillar-of-light", foes=[(8, 4)])
    cast = UsePower("m", "pillar-of-light", (), Placement("corner", 8, 4))
    state, events = do(state, cast)
    assert events == [CastingBegan("m", "Pillar of light")]
    assert state.turn.full == 1
    state, _ = do(state, EndTurn("m"))
    after, events = do(state, EndTurn("f0"), dice=(9, 2))
    assert (lost(events), after["f0"].has("blind"), after["m"].casting) == ({"f0": 8}, True, None)
    assert reason(after, cast) == ""  # the turn is still whole


def test_damage_interrupts_a_long_casting():
    # rule: ACT-4
    state, _ = do(stage("pillar-of-light", foes=[(4, 4)]), UsePower("m", "pillar-of-light", (),
                                                                  Placement("corner", 8, 4)), EndTurn("m"))
    after, events = do(state, Attack("f0", "m", "sword"), dice=(7, 2))
    assert told(events, CastingLost) == [CastingLost("m", "Pillar of light", "damage")]
    assert after["m"].casting is None
    calm = state.but(settings=state.settings.__class__(interrupted="never"))
    after, events = do(calm, Attack("f0", "m", "sword"), dice=(7, 2))
    assert after["m"].casting is not None
    stunned, events = do(calm, GmEffect(power("binding").effects[0], ("m",)))
    assert told(events, CastingLost) == [CastingLost("m", "Pillar of light", "condition")]
    assert stunned["m"].casting is None


def test_a_long_casting_needs_the_whole_turn():
    # rule: ACT-1 ACT-4
    state, _ = do(stage("pillar-of-light", foes=[(8, 4)]), Move("m", (3, 5)))
    assert "whole turn" in reason(state, UsePower("m", "pillar-of-light", (), Placement("corner", 8, 4)))
    assert not [each for each in legal_actions(state) if isinstance(each, UsePower)]


def test_a_long_casting_may_lose_its_place():
    # rule: ACT-4
    bolt = Power("doom", "Doom", power("arcane-bolt").effects, action="long", attack="direct", roll="wits", range=4)
    state, _ = do(stage(bolt, foes=[(6, 4)]), UsePower("m", "doom", ("f0",)), EndTurn("m"))
    state, _ = do(state, Move("f0", (9, 4)))
    _, events = do(state, EndTurn("f0"))
    assert told(events, CastingLost) == [CastingLost("m", "Doom", "target")]


def test_binding_holds_while_the_caster_concentrates():
    # rule: ACT-4 ATK-6 CND-15
    state = stage("binding", foes=[(6, 4)])
    state, events = do(state, UsePower("m", "binding", ("f0",)), dice=(4,))
    assert [(each.attribute, each.difficulty, each.success) for each in told(events, Tested)] == [
        ("resistance", 13, False)]
    state, _ = turns(state, 2)
    assert state["f0"].has("paralysed")
    held, events = do(state, Concentrate("m"), EndTurn("m"))
    assert told(events, Concentrated) == [Concentrated("m")]
    assert held["f0"].has("paralysed")
    let_go, events = do(state, EndTurn("m"))
    assert [each.reason for each in told(events, ConditionEnded)] == ["source"]
    assert not let_go["f0"].has("paralysed")
    assert Concentrate("m") in legal_actions(state)
    assert "nothing by concentration" in reason(stage("binding"), Concentrate("m"))


def test_concentration_ends_with_its_caster():
    # rule: ACT-4
    state, _ = do(stage("binding", foes=[(4, 4), (4, 5)]), UsePower("m", "binding", ("f0",)), EndTurn("m"), dice=(4,))
    state, _ = turns(state, 1)
    state = state.with_combatant(state["m"].but(pv=3))
    after, events = do(state, Attack("f1", "m", "sword"), dice=(8, 2))
    assert after["m"].out
    assert not after["f0"].has("paralysed")
    assert after.phase == "over"
    state, _ = do(state, GmEffect(power("binding").effects[0], ("m",)))
    assert not state["f0"].has("paralysed")  # a paralysed caster holds nothing
    assert events


# --- the scene -------------------------------------------------------------------------------------------------------


def test_a_wall_of_stone_rises_on_the_map_and_falls():
    # rule: EFF-1 EFF-6 SIT-7 MOV-2
    state = stage("wall-of-stone", foes=[(8, 4)])
    before = movement_of(state, "f0").reachable.copy()
    raised, events = do(state, UsePower("m", "wall-of-stone", (), Placement("corner", 6, 2, (0, 1))))
    (zone,) = told(events, ZoneBegan)
    assert sorted(zone.cells) == [(6, y) for y in range(2, 7)]
    assert raised.map is state.map  # the map itself is as it was
    assert line_of(raised, raised["m"], raised["f0"]).cover.level == TOTAL
    assert "total cover" in reason(stage_with(raised, "arcane-bolt"), UsePower("m", "arcane-bolt", ("f0",)))
    gone, _ = do(raised, EndTurn("m"))
    assert not movement_of(gone, "f0").reachable[4, 6]
    assert not np.array_equal(movement_of(gone, "f0").reachable, before)
    fallen, events = until(raised, "m", 4)
    assert [each.zone.id for each in told(events, ZoneEnded)] == [zone.zone.id]
    assert fallen.grid == state.grid
    assert line_of(fallen, fallen["m"], fallen["f0"]).cover.level < TOTAL


def stage_with(state, name):
    """The same with M knowing another power."""
    who = state["m"]
    return state.but(turn=state.turn.but(executions=0)).with_combatant(
        who.but(sheet=replace(who.sheet, powers=(*who.sheet.powers, power(name)))))


def test_a_wall_is_not_raised_on_anybody():
    # rule: EFF-3
    state = stage("wall-of-stone", foes=[(6, 4)])
    assert "stands in the way" in reason(state, UsePower("m", "wall-of-stone", (), Placement("corner", 6, 2, (0, 1))))
    for each in legal_actions(state):
        if isinstance(each, UsePower):
            assert why_illegal(state, each) is None


def test_a_bank_of_fog_conceals():
    # rule: EFF-1 SIT-5
    state = stage("fog", foes=[(8, 4)])
    after, events = do(state, UsePower("m", "fog", (), Placement("corner", 8, 4)))
    assert len(told(events, ZoneBegan)[0].cells) == 32
    assert (attack_of(after, "m", "f0", "dagger", "ranged").miss_rule,
            attack_of(state, "m", "f0", "dagger", "ranged").miss_rule) == ("SIT-5", "")
    clear, _ = until(after, "m", 5)
    assert attack_of(clear, "m", "f0", "dagger", "ranged").miss_rule == ""


def test_a_tremor_fells_and_breaks_the_ground():
    # rule: EFF-1 MOV-2
    state = stage("tremor", foes=[(8, 4), (9, 5)])
    after, events = do(state, UsePower("m", "tremor", (), Placement("corner", 9, 5)), dice=(2, 8))
    assert [each.who for each in told(events, ConditionGained)] == ["f0"]
    assert lost(events) == {}
    assert after.grid.cost[4, 8] == 2 * state.grid.cost[4, 8]
    assert len(told(events, ZoneBegan)[0].cells) == 16


def test_brambles_hurt_whoever_enters_or_stays_once_a_turn():
    # rule: EFF-1 EFF-4
    state = stage("brambles", foes=[(6, 4)])
    cells = ((6, 4), (7, 4), (8, 4))
    state, events = do(state, UsePower("m", "brambles", (), Placement("cell", cells=cells)))
    assert sorted(told(events, ZoneBegan)[0].cells) == sorted(cells)
    state, events = do(state, EndTurn("m"), dice=(2,))
    assert (told(events, Tested)[0].attribute, lost(events)) == ("mobility", {"f0": 2})
    after, events = do(state, Move("f0", (9, 4), ((7, 4), (8, 4), (9, 4))))
    assert lost(events) == {}  # once a turn
    _, events = do(state, Move("f0", (7, 4), ((6, 5), (7, 4))))
    assert lost(events) == {}  # out of them and in again: still the same turn
    state, _ = do(after, EndTurn("f0"), EndTurn("m"))
    _, events = do(state, Move("f0", (7, 4), ((8, 4), (7, 4))), dice=(8,))
    assert lost(events) == {"f0": 1}  # the test halves it
    assert "from 1 to 6" in reason(stage("brambles"), UsePower("m", "brambles", (), Placement("cell")))
    assert "out of range" in reason(stage("brambles", cols=30), UsePower("m", "brambles", (),
                                                                        Placement("cell", cells=((28, 4),))))


def test_one_who_falls_in_a_hazard_stays_where_it_fell():
    # rule: EFF-1 DMG-16
    cells = ((7, 4), (8, 4))
    state = stage("brambles", foes=[(6, 4), (12, 8)])
    state, _ = do(state, UsePower("m", "brambles", (), Placement("cell", cells=cells)))
    state = state.with_combatant(state["f0"].but(pv=2))
    state, _ = do(state, EndTurn("m"))
    after, events = do(state, Move("f0", (9, 4), ((7, 4), (8, 4), (9, 4))), dice=(1,))
    assert (after["f0"].cell, after["f0"].out, after.active.id) == ((7, 4), True, "f1")
    assert events[0].path == ((7, 4),)


def test_an_aura_of_dread_goes_with_its_owner():
    # rule: EFF-1 CND-19
    state, events = do(stage("aura-of-dread", foes=[(5, 4), (9, 4)]), Activate("m", "aura-of-dread"))
    assert under(state, state["f0"], "frightened")
    assert not under(state, state["f1"], "frightened")
    assert not under(state, state["m"], "frightened")
    moved, _ = do(state, Move("m", (7, 5)))
    assert under(moved, moved["f1"], "frightened")
    assert len(told(events, ZoneBegan)[0].cells) == len(moved.cells_of("zone-1").nonzero()[0])


def test_a_hallowed_circle_wards_its_allies_while_its_owner_concentrates():
    # rule: DEF-3 EFF-1 ACT-4
    state, _ = do(stage("hallowed-circle"), UsePower("m", "hallowed-circle"))
    assert sheet_of(state, state["m"]).ward == 2
    assert changes(state, state["m"], "defence", "mobility").amount == 1
    kept, _ = turns(state, 2)
    assert kept.zones
    kept, _ = turns(kept, 1)
    assert not kept.zones


# --- internal attacks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "attribute", "nd", "condition"), [
    ("terror", "spirit", 13, "frightened"), ("charm", "spirit", 12, "attracted"),
    ("binding", "resistance", 13, "paralysed"), ("venom-sting", "resistance", 12, "poisoned"),
])
def test_internal_attacks_are_resisted_by_the_body_or_the_mind(name, attribute, nd, condition):
    # rule: ATK-6
    state = stage(name, foes=[(4, 4)])
    kind = UsePower if power(name).source == "spell" else Activate
    for face, resisted in ((nd - 5, True), (nd - 6, False)):
        after, events = do(state, kind("m", name, ("f0",)), dice=(face,))
        (tested,) = told(events, Tested)
        assert (tested.attribute, tested.difficulty, tested.success) == (attribute, nd, resisted)
        assert after["f0"].has(condition) != resisted


def test_an_internal_attack_has_no_trajectory():
    # rule: ATK-6 SIT-7
    glass = wall((5, 0), (5, 9), top=3.0, sight=False)
    state = stage("terror", "arcane-bolt", foes=[(7, 4)], barriers=[glass])
    assert reason(state, UsePower("m", "terror", ("f0",))) == ""
    assert "total cover" in reason(state, UsePower("m", "arcane-bolt", ("f0",)))
    stone = stage("terror", foes=[(7, 4)], barriers=[wall((5, 0), (5, 9), top=3.0)])
    assert "does not see" in reason(stone, UsePower("m", "terror", ("f0",)))


def test_venom_is_a_poison_of_its_own():
    # rule: CND-23 ATK-6
    state, _ = do(stage("venom-sting", foes=[(4, 4)]), Activate("m", "venom-sting", ("f0",)), dice=(2,))
    assert {each.id for each in state["f0"].conditions} == {"poisoned", "slow"}
    state, events = do(state, EndTurn("m"))
    assert lost(events) == {"f0": 2}
    assert amounts(attack_of(state, "f0", "m"))["CND-23"] == -1


def test_penalties_count_in_the_test():
    # rule: CND-21 ATK-6
    state = put(stage("terror", foes=[(6, 4)]), "f0", "wounded")
    _, events = do(state, UsePower("m", "terror", ("f0",)), dice=(8,))  # the highest face: 8 + 10 - 2
    assert told(events, Tested)[0].check.total == 16
    _, events = do(state, UsePower("m", "terror", ("f0",)), dice=(7,))
    assert [(each.check.total, each.success) for each in told(events, Tested)] == [(10, False)]


# --- direct attacks --------------------------------------------------------------------------------------------------


def test_an_arcane_bolt_names_its_attribute_and_is_dodged():
    # rule: ATK-7 DMG-1 DMG-2
    state = stage("arcane-bolt", foes=[(8, 4)])
    _, events = do(state, UsePower("m", "arcane-bolt", ("f0",)), dice=(3, 7))
    (attacked,) = told(events, Attacked)
    assert (attacked.attack_total, attacked.defence_total, attacked.sheet.power) == (13, 12, "arcane-bolt")
    assert lost(events) == {"f0": 5}  # 3 and the wits bonus
    _, events = do(state, UsePower("m", "arcane-bolt", ("f0",)), dice=(2, 7))
    assert lost(events) == {"f0": 1}  # a graze
    _, events = do(state, UsePower("m", "arcane-bolt", ("f0",)), dice=(10, 2))
    assert lost(events) == {"f0": 10}  # a critical hit
    _, events = do(state, UsePower("m", "arcane-bolt", ("f0",)), dice=(1, 7))
    assert lost(events) == {}


def test_a_bolt_meets_cover_like_any_shot():
    # rule: ATK-7 SIT-6 SIT-5
    state = stage("arcane-bolt", foes=[(8, 4)], barriers=[wall((8, 0), (8, 9), top=1.0)])
    _, events = do(state, UsePower("m", "arcane-bolt", ("f0",)), dice=(3, 7))
    assert amounts(told(events, Attacked)[0].sheet) == {"SIT-6": 5}
    blind = put(stage("arcane-bolt", foes=[(8, 4)]), "m", "blind")
    _, events = do(blind, UsePower("m", "arcane-bolt", ("f0",)), dice=(3,))
    assert told(events, Attacked)[0].outcome == "concealed"


def test_a_mind_spike_is_met_by_the_spirit():
    # rule: ATK-7 DMG-5
    state = stage("mind-spike", foes=[(8, 4)], barriers=[wall((8, 0), (8, 9), top=1.0)])
    after, events = do(state, UsePower("m", "mind-spike", ("f0",)), dice=(4, 2))
    sheet = told(events, Attacked)[0].sheet
    assert (sheet.defence_value, amounts(sheet)) == (5, {})  # neither armour nor cover
    assert (lost(events), after["f0"].has("disoriented")) == ({"f0": 2}, True)
    after, events = do(state, UsePower("m", "mind-spike", ("f0",)), dice=(2, 7))
    assert (lost(events), after["f0"].has("disoriented")) == ({"f0": 1}, False)


@pytest.mark.parametrize(("setting", "held"), [("hit", True), ("graze", False)])
def test_a_tie_of_a_power_without_damage(setting, held):
    # rule: ATK-7
    curse = Power("curse", "Curse", power("terror").effects, attack="direct", roll="wits", defence="spirit", range=9)
    state = stage(curse, foes=[(6, 4)])
    state = state.but(settings=state.settings.__class__(power_tie=setting))
    after, _ = do(state, UsePower("m", "curse", ("f0",)), dice=(2, 7))
    assert after["f0"].has("frightened") == held


# --- protection ------------------------------------------------------------------------------------------------------


def test_a_spell_shield_blocks_magic_and_nothing_else():
    # rule: DEF-3
    state = stage("spell-shield", foes=[(4, 4)])
    foe = fighter("f0", "blue", (4, 4), pv=20, powers=(power("arcane-bolt"), power("terror"), power("frost-breath"),
                                                       power("fireball")), wits=(10, 10))
    state, _ = do(state.with_combatant(foe), UsePower("m", "spell-shield"), EndTurn("m"))
    for action, dice in ((UsePower("f0", "arcane-bolt", ("m",)), ()), (UsePower("f0", "terror", ("m",)), ()),
                         (UsePower("f0", "fireball", (), Placement("corner", 2, 4)), (9,))):
        after, events = do(state, action, dice=dice + ((2,) if action.power == "fireball" else ()))
        assert Warded("m", "Spell shield") in events
        assert (after["m"].pv, after["m"].conditions) == (12, ())
    _, events = do(state, Activate("f0", "frost-breath", (), Placement("edge", 4, 4.5, (-1, 0))), dice=(2,))
    assert lost(events) == {"m": 5}  # mundane
    _, events = do(state, Attack("f0", "m", "sword"), dice=(7, 2))
    assert lost(events) == {"m": 4}


def test_a_magical_blade_does_nothing_to_a_spell_shield():
    # rule: DEF-3
    state, _ = do(stage("spell-shield", foes=[(4, 4)]), UsePower("m", "spell-shield"), EndTurn("m"))
    state = state.with_combatant(fighter("f0", "blue", (4, 4), weapons=("rune-blade",)))
    _, events = do(state, Attack("f0", "m", "rune-blade"), dice=(7, 2))
    assert lost(events) == {"m": 0}


def test_a_ward_reduces_magical_damage_alone():
    # rule: DEF-3 DMG-4
    state = stage("arcane-bolt", foes=[(8, 4)])
    warded = fighter("f0", "blue", (8, 4), ward=3, pv=20)
    _, events = do(state.with_combatant(warded), UsePower("m", "arcane-bolt", ("f0",)), dice=(3, 2))
    assert (lost(events), told(events, Damaged)[0].dealt.reduction) == ({"f0": 2}, 3)
    near = fight(fighter("a", "red", (0, 0)), fighter("f0", "blue", (1, 0), ward=3))
    _, events = do(near, Attack("a", "f0", "sword"), dice=(7, 2))
    assert lost(events) == {"f0": 4}


def test_stone_skin_cancels_the_minimum_and_resists():
    # rule: DEF-3 DMG-5 EFF-1
    state = stage("stone-skin", foes=[(4, 4)])
    state, events = do(state, UsePower("m", "stone-skin", ("m",)), EndTurn("m"))
    assert [each.ongoing.effect.name for each in told(events, OngoingBegan)] == ["Stone skin"]
    _, events = do(state, Attack("f0", "m", "sword"), dice=(7, 2))
    assert lost(events) == {"m": 1}  # 4, resistant 2, reduced 1
    _, events = do(state, Attack("f0", "m", "sword"), dice=(3, 3))
    assert lost(events) == {"m": 0}  # a graze is the minimum
    assert not put(state, "m", "bleeding")["m"].has("bleeding")
    assert movement_of(put(state, "f0", "slow"), "f0").cost.max() == 3000


# --- for friends -----------------------------------------------------------------------------------------------------


def test_a_healing_touch_heals_and_cures():
    # rule: EFF-1
    state = put(stage("healing-touch"), "m", "bleeding")
    state = state.with_combatant(state["m"].but(pv=3))
    after, events = do(state, UsePower("m", "healing-touch", ("m",)))
    assert [(each.points, each.pv_after) for each in told(events, Healed)] == [(6, 9)]  # 4 and the spirit bonus
    assert not after["m"].conditions
    full, events = do(state.with_combatant(state["m"].but(pv=11)), UsePower("m", "healing-touch", ("m",)))
    assert full["m"].pv == 12


def test_regrowth_heals_two_friends_turn_by_turn():
    # rule: EFF-1 EFF-6
    state = stage("regrowth")
    friend = fighter("n", "red", (5, 4), hurt=8)
    state = state.but(combatants=(*state.combatants, friend), order=(*state.order, "n"), waiting=(*state.waiting, "n"))
    state = state.with_combatant(state["m"].but(pv=2))
    state, _ = do(state, UsePower("m", "regrowth", ("m", "n")))
    state, events = until(state, "m", 6)
    assert [(each.who, each.pv_after) for each in told(events, Healed)] == [
        ("n", 4), ("m", 4), ("n", 6), ("m", 6), ("n", 8)]  # until the end of the third turn of each
    assert len(told(events, OngoingEnded)) == 2


def test_a_battle_cry_helps_all_friends_around():
    # rule: EFF-1 EFF-4
    state = stage("battle-cry")
    friend = fighter("n", "red", (6, 4))
    state = state.but(combatants=(*state.combatants, friend), order=(*state.order, "n"))
    state, events = do(state, Activate("m", "battle-cry"))
    assert {each.who for each in told(events, OngoingBegan)} == {"m", "n"}
    assert changes(state, state["n"], "attack", "mobility").amount == 1


def test_a_veil_hides():
    # rule: CND-14 EFF-1
    state, _ = do(stage("veil", foes=[(4, 4)]), UsePower("m", "veil", ("m",)))
    assert attack_of(state, "f0", "m").miss_rule == "SIT-5"


# --- items -----------------------------------------------------------------------------------------------------------


def test_a_draught_heals_and_is_gone():
    # rule: ACT-3 EFF-1
    state = stage(items=(items()["healing-draught"], items()["healing-draught"]))
    state = state.with_combatant(state["m"].but(pv=4))
    after, events = do(state, UseItem("m", "healing-draught", ("m",)))
    assert [each.pv_after for each in told(events, Healed)] == [9]
    assert [each.id for each in after["m"].items] == ["healing-draught"]
    assert "no Execution action is left" in reason(after, UseItem("m", "healing-draught", ("m",)))
    assert "has no 'cake'" in reason(state, UseItem("m", "cake"))
    assert UseItem("m", "healing-draught", ("m",)) in legal_actions(state)


def test_an_item_that_lasts_stays():
    # rule: ACT-3
    horn = Item("horn", "Horn", power("battle-cry"), lasting=True)
    state = stage(items=(horn, Item("rope", "Rope")))
    after, _ = do(state, UseItem("m", "horn"))
    assert len(after["m"].items) == 2
    assert "no use of its own" in reason(state, UseItem("m", "rope"))


def test_healing_raises_who_is_down_and_it_acts_in_its_place():
    # rule: EFF-1 INI-6 DMG-16
    start = fight(fighter("m", "red", (3, 4), items=(items()["healing-draught"],)), fighter("f", "blue", (12, 4)),
                  fighter("n", "red", (4, 4), hurt=9), cols=14)
    down = start.with_combatant(start["n"].but(pv=0, out=True, consequence="unconscious")).but(waiting=("m", "f"))
    state, _ = do(down, UseItem("m", "healing-draught", ("n",)))
    assert (state["n"].pv, state["n"].out, state["n"].posture) == (5, False, "prone")
    assert state.waiting == ("m", "f", "n")
    never = down.but(settings=down.settings.__class__(healing_raises=False))
    assert "out of the fight" in reason(never, UseItem("m", "healing-draught", ("n",)))
    crowded = down.with_combatant(down["f"].but(cell=(4, 4)))
    assert "out of the fight" in reason(crowded, UseItem("m", "healing-draught", ("n",)))


def test_a_flask_of_fire_clings():
    # rule: EFF-1 ACT-3
    state = stage(items=(items()["fire-flask"],), foes=[(8, 4)])
    state, events = do(state, UseItem("m", "fire-flask", (), Placement("corner", 8, 4)), dice=(2,))
    assert lost(events) == {"f0": 3}
    _, events = until(state, "m", 4)
    assert [each.total for each in told(events, Damaged)] == [1, 1]


def test_a_smoke_bomb_and_an_antidote():
    # rule: EFF-1 ACT-3
    state = stage(items=(items()["smoke-bomb"], items()["antidote"]), foes=[(8, 4)])
    smoked, _ = do(state, UseItem("m", "smoke-bomb", (), Placement("corner", 8, 4)))
    assert attack_of(smoked, "m", "f0", "dagger", "ranged").miss_rule == "SIT-4"
    cured, events = do(put(state, "m", "poisoned", also=("slow",)), UseItem("m", "antidote", ("m",)))
    assert not cured["m"].conditions
    assert len(told(events, ConditionEnded)) == 2


# --- refusing and listing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("action", "words"), [
    (UsePower("m", "nothing"), "has no 'nothing'"),
    (UsePower("m", "fireball"), "needs a place"),
    (UsePower("m", "fireball", (), Placement("corner", 30, 4)), "off the map"),
    (UsePower("m", "fireball", (), Placement("corner", 3.5, 4)), "whole metres"),
    (UsePower("m", "fireball", (), Placement("edge", 4, 4)), "corner or the centre"),
    (UsePower("m", "fire-lance", (), Placement("corner", 9, 4)), "starts at the edge"),
    (UsePower("m", "fire-lance", (), Placement("edge", 9, 4)), "edge of the caster"),
    (UsePower("m", "fireball", (), Placement("corner", 5, 4, cells=((1, 1),))), "only a free set"),
    (UsePower("m", "arcane-bolt"), "needs a target"),
    (UsePower("m", "arcane-bolt", ("zed",)), "no creature 'zed'"),
    (UsePower("m", "arcane-bolt", ("m",)), "same side"),
    (UsePower("m", "arcane-bolt", ("f0", "f0")), "named once"),
    (UsePower("m", "healing-touch", ("f0",)), "not on the side"),
    (UsePower("m", "spell-shield", ("f0",)), "its user alone"),
    (UsePower("m", "frost-breath"), "has no 'frost-breath'"),
    (Activate("m", "fireball"), "has no 'fireball'"),
    (UsePower("m", "terror", ("f0",)), "the range is 10"),
    (UsePower("f0", "terror", ("m",)), "it is the turn of"),
])  # fmt: skip
def test_refusals_say_why(action, words):
    # rule: ACT-6 EFF-3
    state = stage("fireball", "fire-lance", "arcane-bolt", "healing-touch", "spell-shield", "terror", "frost-breath",
                  foes=[(18, 4)], cols=24)
    assert words in reason(state, action)


def test_an_origin_behind_a_wall_is_refused():
    # rule: EFF-3
    state = stage("fireball", foes=[(8, 4)], barriers=[wall((5, 0), (5, 9))])
    assert "line of effect" in reason(state, UsePower("m", "fireball", (), Placement("corner", 8, 4)))
    window = stage("fireball", foes=[(8, 4)], barriers=[wall((5, 0), (5, 9), effect=False)])
    assert reason(window, UsePower("m", "fireball", (), Placement("corner", 8, 4))) != ""


def test_what_is_listed_is_legal_and_at_corners_in_sixteen_directions():
    # rule: ACT-6 EFF-3
    state = stage("fireball", "fire-lance", "wall-of-stone", "brambles", "aura-of-dread", foes=[(7, 4), (9, 6)])
    listed = [each for each in legal_actions(state) if isinstance(each, UsePower | Activate)]
    assert all(why_illegal(state, each) is None for each in listed)
    by_power = {}
    for each in listed:
        by_power.setdefault(getattr(each, "power", getattr(each, "ability", "")), []).append(each)
    assert set(by_power) == {"fireball", "fire-lance", "wall-of-stone", "brambles", "aura-of-dread"}
    assert len({each.place.direction for each in by_power["fire-lance"]}) == 16
    assert len({each.place.direction for each in by_power["wall-of-stone"]}) == 16
    assert all(len(each) <= state.settings.listed_places for each in by_power.values())
    assert all(each.place.x == int(each.place.x) for each in by_power["fireball"])
    assert len({*listed}) == len(listed)


def test_what_is_lit_is_what_is_hit():
    # rule: ATK-5 EFF-4
    state = stage("fireball", foes=[(8, 4), (10, 5)], barriers=[wall((9, 0), (9, 9))])
    for x in range(5, 9):
        place = Placement("corner", x, 4)
        area = area_of(state, state["m"], power("fireball"), place)
        met = {each.id for each in bodies_in(state, area)}
        _, events = do(state, UsePower("m", "fireball", (), place), dice=(9, *(2 for _ in met)))
        assert set(told(events, PowerUsed)[0].targets) == met
        cells = set(told(events, PowerUsed)[0].cells)
        assert picture(area.mask) == picture(np.array([[(i, j) in cells for i in range(14)] for j in range(9)]))


def test_the_specific_description_wins_over_the_general_rule():
    """DEF-2 halves what an area does to those who defend; this one says that they take nothing."""
    # rule: EFF-7
    kind = Power("gentle", "Gentle", (DamageEffect((harm("fire", 6),)),), attack="area", nd=5, aim="place", range=9,
                 saved="nothing", shape=power("fireball").shape)
    _, events = do(stage(kind, foes=[(8, 4)]), UsePower("m", "gentle", (), Placement("corner", 8, 4)), dice=(5,))
    assert lost(events) == {}
    harsh = Power("harsh", "Harsh", (DamageEffect((harm("psychic", 6),)),), attack="internal", nd=5, defence="spirit",
                  range=9, saved="half")
    _, events = do(stage(harsh, foes=[(8, 4)]), UsePower("m", "harsh", ("f0",)), dice=(5,))
    assert lost(events) == {"f0": 3}


def test_several_effects_of_one_action_come_in_their_order():
    # rule: EFF-1
    _, events = do(stage("shatter", foes=[(8, 4)]), UsePower("m", "shatter", (), Placement("corner", 8, 4)),
                   dice=(9, 2))
    kinds = [type(each) for each in events]
    assert kinds == [PowerUsed, Tested, Damaged, ConditionGained]


# --- elsewhere -------------------------------------------------------------------------------------------------------


def test_in_quick_combat_any_healing_gives_one_hit_back_and_a_spell_takes_one():
    # rule: QCK-5 QCK-7
    state = stage("healing-touch", "arcane-bolt", "fireball", foes=[(8, 4)]).but(mode="quick")
    hurt = state.with_combatant(state["m"].but(struck=3))
    after, _ = do(hurt, UsePower("m", "healing-touch", ("m",)))
    assert after["m"].struck == 2
    whole, _ = do(state, UsePower("m", "healing-touch", ("m",)))
    assert whole["m"].struck == 0
    after, _ = do(state, UsePower("m", "arcane-bolt", ("f0",)), dice=(9,))
    assert after["f0"].struck == 1
    after, _ = do(state, UsePower("m", "fireball", (), Placement("corner", 8, 4)), dice=(9, 2))
    assert after["f0"].struck == 1


def test_conditions_count_in_initiative():
    # rule: CND-21 INI-1
    start = battle(fighter("a", "red", (0, 0)), fighter("b", "blue", (5, 5)))
    start = start.with_combatant(start["a"].but(conditions=(Condition("wounded"),)))
    state, events = do(start, Begin(), dice=(5, 4))
    assert (state.order, events[0].rolls[0].check.total) == (("b", "a"), 8)
    assert state["b"].initiative == 9
