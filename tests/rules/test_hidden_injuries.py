"""Hidden creatures where non-lethal fighting is on: no injury names one, and riders are hidden with their mounts."""

import pytest

from game.rules.actions import Attack, Dismount, EndTurn, Hide, Join, Mount, Move, Reveal
from game.rules.engine import legal_actions
from game.rules.events import Bruised, Hid, Moved, Revealed
from game.rules.injuries import Injury
from game.rules.players import players_events, players_view
from tests.rules.arena import do, fight, fighter, reason


def road(**hidden):
    """a on its horse h, b on foot to the east; each hidden that is said to be."""
    some = (fighter("a", "red", (2, 2)).but(mount="h"), fighter("h", "red", (2, 2), size="large", weapons=()),
            fighter("b", "blue", (7, 2)))
    return fight(*(each.but(hidden=hidden.get(each.id, False)) for each in some)).but(nonlethal="bruises")


def test_no_injury_names_who_is_hidden():
    # rule: NLT-2
    bruise, wound, old = Injury(1, "light", source="a"), Injury(2, "medium", True, "b"), Injury(3, "grave", source="a")
    start = road(a=True, h=True)
    start = start.with_combatant(start["b"].but(bruises=(bruise,), wounds=(wound,), past=(old,)))
    seen = players_view(start)["b"]
    assert [each.source for each in (*seen.bruises, *seen.wounds, *seen.past)] == ["", "b", ""]
    (told,) = players_events([Bruised("b", bruise)], start, start)
    assert told == Bruised("b", bruise.but(source=""))
    assert players_events([Bruised("a", wound)], start, start) == ()


@pytest.mark.parametrize("who", ["a", "h"])
def test_a_rider_and_its_mount_are_hidden_and_shown_together(who):
    # rule: NLT-9
    hidden, events = do(road(), Hide(who))
    assert {each.who for each in events if isinstance(each, Hid)} == {"a", "h"}
    assert [each.id for each in players_view(hidden).combatants] == ["b"]
    shown, events = do(hidden, Reveal(who))
    assert {each.who for each in events if isinstance(each, Revealed)} == {"a", "h"}
    assert shown == road()


def test_whoever_strikes_from_a_hidden_saddle_is_seen_with_its_mount():
    # rule: NLT-9
    start = road(a=True, h=True).with_combatant(road()["b"].but(cell=(4, 2)))
    after, _ = do(start, Attack("a", "b", "sword"), dice=[2, 7])
    assert (after["a"].hidden, after["h"].hidden) == (False, False)


def test_whoever_walks_into_a_hidden_mount_finds_its_rider_too():
    # rule: NLT-9 MOV-2
    start = road(a=True, h=True).but(waiting=("b",), slot="b")
    after, events = do(start, Move("b", (3, 2)))
    assert [each.path[-1] for each in events if isinstance(each, Moved)] == [(4, 2)]
    assert {each.who for each in events if isinstance(each, Revealed)} == {"a", "h"}
    assert (after["a"].hidden, after["h"].hidden) == (False, False)


def test_in_hiding_one_gets_off_a_hidden_mount_and_on_again():
    # rule: NLT-9
    off, _ = do(road(a=True, h=True), Dismount("a", (1, 2)))
    assert (off["a"].hidden, off["h"].hidden) == (True, True)
    assert Mount("a", "h") in legal_actions(off)
    on, events = do(off, Mount("a", "h"))
    assert (on["a"].mount, on["a"].hidden, on["h"].hidden) == ("h", True, True)
    assert players_events(events, off, on) == ()
    seen, _ = do(off, Reveal("h"))
    after, _ = do(seen, Mount("a", "h"))
    assert (after["a"].mount, after["a"].hidden, after["h"].hidden) == ("h", False, False)
    alone, _ = do(off, Reveal("a"))
    assert "no mount" in reason(alone, Mount("a", "h"))


def test_a_hidden_rider_makes_room_with_its_mount_alone():
    # rule: NLT-9
    start = road(a=True, h=True)
    crowded = start.with_combatant(start["b"].but(cell=(2, 2))).but(waiting=("b",), slot="b")
    after, _ = do(crowded, EndTurn("b"))
    assert after["a"].cell == after["h"].cell != (2, 2)


def test_who_comes_in_on_a_mount_is_where_it_is():
    # rule: INI-4 NLT-9
    start, _ = do(road(), Dismount("a", (1, 2)))
    late = fighter("c", "red", None).but(mount="h")
    after, _ = do(start, Join(late), dice=[3])
    assert after["c"].cell == start["h"].cell
    assert "no creature 'ox'" in reason(start, Join(late.but(mount="ox")))
    assert "has a rider" in reason(road(), Join(late))
    assert "goes where this goes" in reason(start, Join(late.but(cell=(9, 6))))
    assert "hidden together" in reason(start, Join(late.but(hidden=True)))
    assert "no mount" in reason(start.with_combatant(start["h"].but(out=True)), Join(late))
