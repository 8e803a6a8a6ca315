"""The quiz: what is right by brute force, why an answer is wrong, what is shown, what is to be practised."""

from collections.abc import Iterator

import pytest

from game.errors import FlancoError
from game.insight.proof import said
from game.learn.progress import Progress
from game.learn.quiz import (
    KINDS,
    LEVELS,
    ORDER,
    PRACTISED,
    Answer,
    Kind,
    Question,
    mark,
    question,
    read_answer,
    scored,
    to_practise,
)
from game.learn.quiz_kinds import Covered, Hits, Total
from game.learn.quiz_making import MARKED
from game.rules.reference import rule_text
from game.spatial.grid import block, cell_name
from game.texts import LANGUAGES, set_language, tr
from tests.learn import brute
from tests.rules.arena import fight, fighter


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    set_language("en")
    yield
    set_language("en")


def wrong_answers(asked: Question) -> Iterator[Answer]:
    """Everything the other way round; every other option; numbers beside the right one."""
    right = asked.answer()
    match asked.answering:
        case "cells":
            yield frozenset(asked.cells) - right  # type: ignore[operator]
        case "names":
            yield frozenset(asked.names) - right  # type: ignore[operator]
        case "choice":
            yield from (each for each in range(len(asked.options)) if each != right)
        case "number":
            assert isinstance(right, int)
            yield from (right + 1, right - 1, right + 2, right - 5)


def of_all(seeds: range) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("kind", "level", "seed"), [
        pytest.param(kind, level, seed, id=f"{kind}-{level}-{seed}")
        for kind in ORDER for level in LEVELS for seed in seeds])


# --- what is right ---------------------------------------------------------------------------------------------------


@of_all(range(2))
def test_what_is_right_is_so_by_brute_force(kind: Kind, level: int, seed: int) -> None:
    """# rule: SIT-2 SIT-3 SIT-4 SIT-6 SIT-7 ATK-1 ATK-3 ATK-5 MOV-1"""
    asked = question(seed, level, kind)
    assert asked.answer() == brute.answer(asked)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_a_thousand_seeds_are_right_by_brute_force(part: int) -> None:
    for seed in range(100 * part, 100 * part + 100):
        asked = question(seed, seed // len(ORDER) % 3 + 1)
        assert asked.answer() == brute.answer(asked), (asked.kind, asked.level, seed)
        assert mark(asked, asked.answer()).right


@of_all(range(1))
def test_the_same_seed_asks_the_same(kind: Kind, level: int, seed: int) -> None:
    assert question(seed, level, kind) == question(seed, level, kind)


def test_a_seed_alone_goes_through_all_kinds() -> None:
    assert [question(seed).kind for seed in range(len(ORDER))] == list(ORDER)
    assert {*KINDS} == {*ORDER}


@of_all(range(1, 3))
def test_there_is_something_right_and_something_wrong_to_choose(kind: Kind, level: int, seed: int) -> None:
    asked = question(seed, level, kind)
    right = asked.answer()
    match asked.answering:
        case "cells":
            assert len(asked.cells) == MARKED[level]
            assert right
            assert right < {*asked.cells}  # type: ignore[operator]
        case "names":
            names = [asked.battle[each].name for each in asked.names]
            assert len({*names}) == len(names)
            assert right
            assert right < {*asked.names}  # type: ignore[operator]
        case "choice":
            assert list(asked.options) == sorted({*asked.options})
            assert len(asked.options) == 4


@of_all(range(1))
def test_nothing_that_is_shown_with_a_question_says_what_is_right(kind: Kind, level: int, seed: int) -> None:
    """All squares to choose from are lit alike; an area is not lit at all."""
    asked = question(seed, level, kind)
    shown = asked.shown()
    assert shown.cells == asked.cells
    assert {*shown.creatures} <= {asked.who, asked.target}
    assert not shown.proofs
    assert not {"right", "answer", "correct"} & {*vars(asked)}


@of_all(range(1))
def test_what_is_right_is_lit_after_the_reveal(kind: Kind, level: int, seed: int) -> None:
    asked = question(seed, level, kind)
    right, lit = asked.answer(), asked.revealed()
    if asked.answering == "cells":
        assert {*lit.cells} == right
    elif asked.answering == "names":
        assert {*lit.creatures} == right
    elif isinstance(asked, Hits):
        assert len(lit.creatures) == asked.number()
        assert lit.cells


# --- how an answer is marked -----------------------------------------------------------------------------------------


@of_all(range(2))
def test_every_wrong_part_says_why_with_a_proof_of_a_rule_that_there_is(kind: Kind, level: int, seed: int) -> None:
    asked = question(seed, level, kind)
    assert mark(asked, asked.answer()).right
    for given in wrong_answers(asked):
        found = mark(asked, given)
        assert not found.right
        assert found.wrong
        for each in found.wrong:
            assert rule_text(each.rule) is not None
            assert each.proof is not None
            assert said(each.proof, asked.battle)
        if not isinstance(given, int):
            assert [each.what for each in found.wrong] == list(asked.cells or asked.names)


def test_a_half_right_answer_is_wrong_only_where_it_is() -> None:
    """# rule: SIT-2"""
    asked = question(3, 2, "flank")
    right = asked.answer()
    assert isinstance(right, frozenset)
    missed = next(iter(sorted(right)))
    found = mark(asked, right - {missed})  # type: ignore[operator]
    assert [each.what for each in found.wrong] == [missed]
    assert str(found.wrong[0].said) == f"{cell_name(missed)} belongs to the answer."  # type: ignore[arg-type]
    assert found.wrong[0].rule == "SIT-2"
    assert found.wrong[0].proof is not None
    assert found.wrong[0].proof.verdict == "applies"


def test_a_total_that_one_slip_leads_to_names_the_slip() -> None:
    """# rule: SIT-2 SIT-3"""
    where = fight(fighter("ana", "us", (3, 3)), fighter("bo", "us", (5, 3)), fighter("orc", "them", (4, 3)))
    asked = Total(where, "ana", 1, 0, "orc", "number")
    assert asked.number() == 2
    forgot = mark(asked, 0).wrong
    assert [(each.rule, str(each.said)) for each in forgot] == [
        ("SIT-2", "This one counts: +2 to the attack: flanking (SIT-2).")]
    fancied = mark(asked, 4).wrong
    assert [(each.rule, str(each.said)) for each in fancied] == [("SIT-3", "This does not apply: SIT-3.")]
    wild = mark(asked, 17).wrong
    assert [each.rule for each in wild] == ["SIT-2"]


def test_cover_taken_off_the_attack_is_a_slip_of_its_own() -> None:
    """# rule: SIT-6"""
    where = fight(fighter("ana", "us", (1, 3), weapons=("bow",)), fighter("orc", "them", (7, 3)),
                  barriers=block((6, 3), 1.0))
    asked = Total(where, "ana", 1, 0, "orc", "number", mode="ranged")
    assert asked.number() == 0
    assert [(each.rule, str(each.said)) for each in mark(asked, -5).wrong] == [
        ("SIT-6", "Cover does not lower the attack: it adds to the defence.")]


def test_too_few_hits_name_who_is_hit_and_too_many_who_is_not() -> None:
    """# rule: ATK-5"""
    asked = next(each for seed in range(60) for each in (question(seed, 2, "area"),) if each.answer() == 2)
    assert isinstance(asked, Hits)
    few, many = mark(asked, 1).wrong, mark(asked, 3).wrong
    assert [each.proof.who for each in few if each.proof is not None] == list(asked.hit())
    assert {each.proof.verdict for each in few if each.proof is not None} == {"yes"}
    assert {each.proof.verdict for each in many if each.proof is not None} == {"no"}


@pytest.mark.parametrize(("level", "seed"), [(1, 4), (2, 160), (3, 482)])
def test_an_area_spares_somebody_so_that_too_many_can_be_told_why(level: int, seed: int) -> None:
    """# rule: ATK-5"""
    asked = question(seed, level, "area")
    assert isinstance(asked, Hits)
    found = [*asked.mistakes(asked.number() + 1)]
    assert found
    assert all(each.proof is not None for each in found)


# --- what is typed ---------------------------------------------------------------------------------------------------


def test_answers_are_read_as_people_type_them() -> None:
    cells = question(1, 1, "flank")
    typed = " ".join(map(cell_name, cells.cells[:2])).lower()
    assert read_answer(cells, typed) == frozenset(cells.cells[:2])
    assert read_answer(cells, f"{cell_name(cells.cells[0])}; {cell_name(cells.cells[1])}") == frozenset(cells.cells[:2])
    assert read_answer(cells, "-") == frozenset()
    names = question(1, 1, "cover")
    first = names.battle[names.names[0]].name
    assert read_answer(names, first.upper()) == {names.names[0]}
    assert read_answer(names, f"{first[:5]},") == {names.names[0]}
    choice = question(1, 1, "total")
    assert choice.answering == "choice"
    assert read_answer(choice, " b ") == 1
    number = question(1, 2, "area")
    assert read_answer(number, "−7") == -7


@pytest.mark.parametrize(("kind", "level", "typed"), [
    ("flank", 1, "Z99"), ("flank", 1, "what"), ("cover", 1, "nobody"), ("total", 1, "E"), ("total", 1, ""),
    ("area", 2, "many"), ("area", 2, "")])
def test_what_cannot_be_picked_is_refused_with_what_can(kind: Kind, level: int, typed: str) -> None:
    asked = question(1, level, kind)
    with pytest.raises(FlancoError) as refused:
        read_answer(asked, typed)
    assert tr(refused.value.message).startswith(("choose among: ", "answer with: "))


def test_answers_of_another_form_are_refused() -> None:
    with pytest.raises(FlancoError):
        mark(question(1, 1, "flank"), 3)
    with pytest.raises(FlancoError):
        mark(question(1, 2, "area"), frozenset())
    with pytest.raises(FlancoError):
        mark(question(1, 1, "total"), 4)


def test_levels_and_kinds_that_there_are_not_are_refused() -> None:
    with pytest.raises(FlancoError):
        question(1, 4)
    with pytest.raises(FlancoError):
        question(1, 1, "chess")  # type: ignore[arg-type]


# --- the score -------------------------------------------------------------------------------------------------------


def test_what_was_got_wrong_is_to_be_practised_the_worst_first() -> None:
    progress = Progress()
    flank, high = question(1, 1, "flank"), question(1, 1, "high")
    progress = scored(progress, flank, mark(flank, next(wrong_answers(flank))))
    for _ in range(2):
        progress = scored(progress, high, mark(high, high.answer()))
    progress = scored(progress, high, mark(high, next(wrong_answers(high))))
    walk = question(1, 1, "walk")
    progress = scored(progress, walk, mark(walk, walk.answer()))
    assert progress.scores["SIT-3"].asked == 3
    assert progress.scores["MOV-1"].right == 1
    assert to_practise(progress) == ("SIT-2", "SIT-3")
    assert all(PRACTISED[each] in ORDER for each in to_practise(progress))


# --- words -----------------------------------------------------------------------------------------------------------


def test_a_question_is_asked_in_the_language_in_force() -> None:
    """Names of kinds change with the language; the question keeps none."""
    where = fight(fighter("ana", "us", (1, 3)), fighter("orc", "them", (7, 3)))
    asked = Covered(where, "ana", names=("orc",))
    for each in LANGUAGES:
        set_language(each)
        assert "{" not in str(asked.text())
        assert "Ana" in str(asked.text())


@of_all(range(1))
def test_questions_have_every_field_of_their_sentences(kind: Kind, level: int, seed: int) -> None:
    asked = question(seed, level, kind)
    assert "{" not in str(asked.text())
    assert "{" not in str(asked.said())
