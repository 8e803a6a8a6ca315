"""The decisions in force: every setting of a battle, its rule, and its value in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from game.insight.numbers import decimal
from game.rules.catalog import ATTRIBUTE_NAMES, Settings, Size, shipped_setting
from game.texts import N_, Text, text

LABELS: Final[Mapping[str, tuple[str, str]]] = {  # by name: the rule that leaves room ("" for none), what is decided
    "dice": ("SHT-1", N_("Dice that a sheet may print")),
    "sizes": ("SHT-4", N_("Sizes: squares, height, reach, Move")),
    "unconscious": ("SHT-5", N_("Who is unconscious is")),
    "helpless": ("SHT-5", N_("Who is helpless has no")),
    "prone_height": ("SHT-4", N_("Height of who lies, in percent")),
    "crouched_height": ("SHT-4", N_("Height of who crouches, in percent")),
    "highest_face": ("TST-2", N_("The highest face of a die")),
    "advantage_dice": ("TST-4", N_("Dice rolled with advantage")),
    "advantages": ("TST-4", N_("Advantage and disadvantage on one roll")),
    "difficulty": ("TST-5", N_("A test succeeds when its total")),
    "hands": ("ACT-2", N_("Hands of a creature")),
    "split_walk": ("ACT-2", N_("A walk may be interrupted and go on")),
    "crouched_cost": ("ACT-5", N_("A square costs the crouched so many times more")),
    "rising": ("ACT-5", N_("Rising from a crouch")),
    "crawling_cost": ("CND-11", N_("A square costs who crawls so many times more")),
    "near_shots": ("ATK-2", N_("Shots at targets within reach")),
    "shots_near_allies": ("ATK-3", N_("What counts of two penalties for allies near the target")),
    "engaged": ("ATK-4", N_("Engaged in melee are")),
    "thrown_weapon": ("ATK-2", N_("A thrown weapon")),
    "critical_graze": ("CRI-1", N_("A critical doubles a graze")),
    "base_part": ("DMG-15", N_("The base damage of several types goes to")),
    "graze_is_minimum": ("DMG-5", N_("Armour that cancels the minimum cancels grazes")),
    "at_zero": ("DMG-16", N_("At 0 PV a creature")),
    "diagonals": ("MOV-1", N_("Diagonal steps")),
    "reach_diagonals": ("ATK-1", N_("Diagonals within reach")),
    "corners": ("MOV-2", N_("Ways round that a diagonal step past a corner needs")),
    "difficult_diagonals": ("MOV-2", N_("Diagonal steps on difficult ground")),
    "through_allies": ("MOV-2", N_("Walking through allies")),
    "through_enemies": ("MOV-2", N_("Walking through enemies")),
    "fallen": ("MOV-2", N_("The bodies of those out of the fight")),
    "high_ground": ("SIT-3", N_("Higher ground begins at, in metres")),
    "partial_cover": ("SIT-6", N_("Partial cover begins at, in percent of the lines")),
    "body_cover": ("SIT-6", N_("Bodies in between give partial cover")),
    "counting": ("EFF-4", N_("A square is inside an area when")),
    "origin_height": ("SIT-7", N_("Areas begin above their ground, in metres")),
    "burst_passage": ("SIT-7", N_("Circles, squares and auras pass walls")),
    "line_passage": ("SIT-7", N_("Lines and cones pass walls")),
    "seen_places": ("EFF-3", N_("The place of an area must be seen")),
    "listed_places": ("EFF-4", N_("Places of an area that are listed")),
    "area_tie": ("DEF-2", N_("A Defence equal to an area's total")),
    "area_cover": ("DEF-2", N_("Cover helps against areas")),
    "defenceless": ("DEF-4", N_("The Defence of who cannot move")),
    "power_tie": ("ATK-7", N_("A direct power without damage that ties")),
    "healing_raises": ("EFF-1", N_("Healing brings back who is out of the fight")),
    "weapons_at_zero": ("DMG-16", N_("The weapons in hand of who is out of the fight")),
    "looting": ("STR-4", N_("What others may take from who is out of the fight")),
    "sight_tests": ("CND-12", N_("Tests that need sight")),
    "physical": ("CND-20", N_("Physical tests are those of")),
    "bleeding": ("CND-22", N_("The damage of who bleeds")),
    "condition_turns": ("CND-2", N_("Turns of a condition without a duration")),
    "invisible": ("CND-14", N_("The concealment of the invisible")),
    "interrupted": ("ACT-4", N_("What interrupts a long casting")),
    "structure_attacks": ("STR-3", N_("The die of a blow at a thing")),
    "unnamed": ("STR-4", N_("What has no name on the map is one thing for")),
    "weapon_sizes": ("STR-1", N_("Bows and swords break")),
    "structure_minimum": ("STR-3", N_("The least damage to a thing is a fifth of its ND")),
    "effort": ("STR-5", N_("Attempts at things are counted for each")),
    "ammunition": ("STR-6", N_("Ammunition is counted")),
    "quick_critical": ("QCK-8", N_("Hits that a critical takes in quick combat")),
    "quick_pv": ("QCK-9", N_("PV after quick combat are rounded")),
    "quick_tie": ("QCK-2", N_("A tie in quick combat")),
    "quick_armour": ("QCK-6", N_("Armour helps the fixed defence")),
    "quick_resistance": ("QCK-6", N_("Resistance that helps the fixed defence, 0 for none")),
    "dash": ("ACT-4", N_("A dash is so many Moves")),
    "switching": ("ACT-2", N_("Changing weapons takes")),
    "pick_up_reach": ("ACT-2", N_("Reach for things on the ground, in metres")),
    "step_up": ("MOV-2", N_("A step up is free to, in metres")),
    "climb": ("MOV-2", N_("A step up costs 1 m more to, in metres")),
    "step_down": ("MOV-3", N_("A step down is no fall to, in metres")),
    "fall_damage": ("MOV-3", N_("Points for each metre of a fall beyond that")),
    "fall_prone": ("MOV-3", N_("A fall ends prone")),
    "manoeuvre_tie": ("MAN-1", N_("A manoeuvre that ties")),
    "drag_cost": ("MAN-3", N_("A square costs who drags so many times more")),
    "escape": ("MAN-3", N_("To escape takes a test of")),
    "stray_damage": ("MAN-3", N_("An attack gone astray does the holder")),
    "several_holds": ("MAN-3", N_("What keeps up one of several holds")),
    "grip": ("MAN-3", N_("Taking a weapon in both hands again")),
    "hold_kept": ("MAN-3", N_("A hold is kept up by")),
    "tripped": ("MAN-5", N_("Who is tripped lies there")),
    "disarmed": ("MAN-6", N_("A knocked-off weapon falls at the feet of")),
    "distracted": ("MAN-7", N_("A distraction lasts at most to")),
    "sneak": ("SIT-1", N_("Unaware of a sneak attack are those who do not see it")),
    "bruise_numbers": ("NLT-2", N_("Strength and resistance count for bruises by")),
    "bruise_graze": ("NLT-2", N_("An attack that equals the defence bruises by")),
    "bruise_critical": ("NLT-2", N_("The highest face, for bruises")),
    "bruise_types": ("NLT-2", N_("Resistances count for bruises")),
    "residual": ("NLT-5", N_("A residual wound is left by")),
    "recovery_failed": ("NLT-5", N_("A recovery that failed is tried")),
    "wounds_rest": ("NLT-5", N_("Wounds heal by rest too")),
    "stress_die": ("NLT-6", N_("The stress die")),
    "botch_dice": ("NLT-6", N_("Botch dice")),
    "botch": ("NLT-6", N_("A botch of an attribute")),
    "accident": ("NLT-7", N_("The GM is asked about an accidental death")),
    "pin_height": ("NLT-8", N_("Tall enough to pin to, in percent of the height")),
    "pinned_defence": ("NLT-8", N_("The defence of the pinned")),
    "hold_renewal": ("NLT-8", N_("A hold, when its holder's turn starts")),
    "own_grapple": ("NLT-8", N_("After a grapple of the held one")),
    "wrest_test": ("NLT-8", N_("Who pulls at a thing tests")),
    "disengage": ("NLT-8", N_("Breaking away to take up one's weapon")),
    "saddle_height": ("NLT-9", N_("Height of the saddle, in percent of the mount")),
    "saddle_fall": ("NLT-9", N_("Points for each metre of a fall from the saddle")),
}
WORDS: Final[Mapping[str, str]] = {  # of the values that are words; "setting.value" where two settings share one
    "highest_face.doubled": N_("counts the attribute twice, 5 at least"),
    "added": N_("adds the attribute again, 5 at least"),
    "reach": N_("reaches the ND"),
    "exceed": N_("exceeds the ND"), "free": N_("is free"), "move": N_("costs a Move"), "worse": N_("only the worse"),
    "armed": N_("those who can strike each other"), "adjacent": N_("all enemies within 1 m"),
    "leaves": N_("leaves the hand"), "stays": N_("is replaced at once"), "main": N_("the main part"),
    "weakest": N_("the part least resisted"), "uniform": N_("cost 1"), "alternating": N_("cost 1, 2, 1, 2"),
    "exact": N_("cost 1.414"), "orthogonal": N_("are not taken"), "multiply": N_("multiplied"),
    "two_diagonals": N_("count as two diagonals"), "plus_one": N_("cost as much more as straight ones"),
    "pass": N_("are walked over"), "no_end": N_("are walked over, not stood on"), "block": N_("stand in the way"),
    "centre": N_("its centre is"), "any": N_("any part of it is"), "counting.half": N_("at least half of it is"),
    "halves": N_("halves the damage"), "area_tie.full": N_("lets all the damage through"),
    "stray_damage.full": N_("all of its damage"), "stray_damage.half": N_("half of its damage"),
    "stray_damage.one": N_("1 point of damage"),
    "zero": N_("0 and modifiers"), "defenceless.value": N_("the attribute without a die"),
    "power_tie.hit": N_("takes effect"), "graze": N_("does nothing"), "manoeuvre_tie.hit": N_("succeeds"),
    "manoeuvre_tie.miss": N_("does not succeed"), "quick_tie.hit": N_("is a hit"), "quick_tie.miss": N_("is a miss"),
    "hold_kept.hit": N_("an attack that hits"), "total": N_("is total"), "partial": N_("is partial"),
    "invisible.none": N_("does not count"), "damage": N_("any damage"),
    "interrupted.never": N_("only what forbids Executions"),
    "structure_attacks.critical": N_("is rolled: its highest face doubles"), "plain": N_("is not rolled"),
    "original": N_("as made"), "worn": N_("as worn so far"), "creature": N_("creature, at all things"),
    "structure": N_("thing"), "things": N_("for shots at things"), "ammunition.always": N_("for all shots"),
    "one_move": N_("one Move"), "two_moves": N_("two Moves"), "corners.one": N_("one way"),
    "corners.both": N_("both ways"), "shots_near_allies.both": N_("the sum of both"),
    "together": N_("keeps up all of them"), "apart": N_("keeps up that one"),
    "attempt": N_("an attempt"), "owner": N_("its owner"), "attacker": N_("the attacker"),
    "held": N_("stay with it"), "dropped": N_("fall to the ground"),
    "everything": N_("all that it carries"), "in_hand": N_("what is in its hands"), "looting.nothing": N_("nothing"),
    "turn_end": N_("the end of the turn"), "distracted.turn_start": N_("the start of the turn"),
    "sneak.turn_start": N_("when the turn starts"), "now": N_("now"),
    "unconscious": N_("loses consciousness"), "dying": N_("is dying"), "at_zero.fallen": N_("collapses"),
    "surrendered": N_("surrenders"),
    "connected": N_("where their squares are joined"), "straight": N_("in a straight line"),
    "through": N_("everywhere"),
    "each": N_("each square or edge"), "joined": N_("all that is joined"),
    "paralysed": N_("paralysed"), "prone": N_("prone"), "unaware": N_("unaware"),
    "moves": N_("Moves"), "executions": N_("Executions"), "full_actions": N_("Full actions"),
    "cancel": N_("cancel out"), "outnumber": N_("the more of one kind counts"),
    "attack": N_("attacks"), "defence": N_("defences"), "printed": N_("as the worked examples say"),
    "table": N_("by the table of sizes"), "up": N_("up"), "down": N_("down"),
    "until_it_stands": N_("until it stands up"), "next_turn": N_("to the start of its next turn"),
    "untyped": N_("untyped"), "cut": N_("cutting"), "pierce": N_("piercing"), "bludgeon": N_("bludgeoning"),
    "bonus": N_("their bonus"), "bruise_numbers.value": N_("their whole value"), "formula": N_("the formula"),
    "light": N_("a light bruise in any case"), "bruise_graze.nothing": N_("leaving no trace"),
    "advantage": N_("adds to the advantage alone"),
    "bruise_critical.doubled": N_("doubles strength, weapon and advantage"),
    "residual.listed": N_("medium bruises and worse"), "grave": N_("grave bruises and worse"),
    "again": N_("again after the same rest"), "scene": N_("no more in this scene"),
    "standard": N_("1 doubles, 0 may be a botch"), "simple": N_("counts as it is"),
    "lowest": N_("is the lowest face"), "botch.never": N_("never happens"),
    "accident.critical": N_("after a critical hit that is fatal"), "accident.always": N_("after any fatal bruise"),
    "accident.never": N_("never"), "normal": N_("is as usual"),
    "pinned_defence.none": N_("has no die and no attribute"),
    "hold_renewal.kept": N_("goes on until it is tried anew"), "lapses": N_("is over"),
    "escapes": N_("it is free"), "reverse": N_("it holds its holder"),
    "roll": N_("is rolled"), "waived": N_("is not asked for"),
    **{str(id): name for id, name in ATTRIBUTE_NAMES.items()},
}


@dataclass(frozen=True, slots=True)
class Decision:
    """A setting in force: its name in files, its rule, what it decides, its value, and the default if it differs."""

    name: str
    rule: str
    label: Text
    value: Text
    default: Text | None = None


def decisions(settings: Settings) -> tuple[Decision, ...]:
    """Every setting in force, in the order of the rules' chapters, each size by itself."""
    found = []
    for each in fields(Settings):
        rule, label = LABELS[each.name]
        now, shipped = getattr(settings, each.name), shipped_setting(each.name)
        if each.name == "sizes":
            found += [_decision(f"sizes.{size.name}", rule, text("Size {size}", size=text(size.name.capitalize())),
                                getattr(now, size.name), getattr(shipped, size.name)) for size in fields(now)]
        else:
            found.append(_decision(each.name, rule, text(label), now, shipped))
    return tuple(found)


def _decision(name: str, rule: str, label: Text, now: Any, shipped: Any) -> Decision:
    return Decision(name, rule, label, said(now, name), said(shipped, name) if now != shipped else None)


def listed(values: Sequence[Text]) -> Text:
    """Several values in a row.

    >>> from game.texts import tr
    >>> tr(listed([text("one"), text("two")])), tr(listed([]))
    ('one, two', 'nothing')
    """
    if not values:
        return text("nothing")
    found = values[0]
    for each in values[1:]:
        found = text("{one}, {other}", one=found, other=each)
    return found


def said(value: Any, name: str = "") -> Text:
    """A value of the setting of that name, in words."""
    match value:
        case bool():
            return text("yes") if value else text("no")
        case str():
            return text(WORDS.get(f"{name}.{value}", WORDS.get(value, value)))
        case tuple():
            return listed([said(each, name) if isinstance(each, str) else text("d{sides}", sides=each)
                           for each in value])
        case Size():
            return text("{side} x {side} squares, {height} m high, reach +{reach} m, Move {move} m", side=value.side,
                        height=decimal(value.height), reach=value.reach, move=value.move)
        case float():
            return text("{number}", number=decimal(value))
    return text("{number}", number=value)
