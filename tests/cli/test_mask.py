"""``flanco mask``."""

import json
from pathlib import Path

import pytest

from tests.cli.calls import here


def test_mask_answers_as_text_json_numpy_and_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ask = ("mask", "area", "crossroads", "--shape", "circle", "--origin", "corner:5,5", "--radius", "3")
    code, said, _ = here(capsys, *ask, "--passage", "none", "--counting", "any")
    assert code == 0
    assert said.splitlines()[:10] == [
        "..............", "..............", *["..######......"] * 6, "..............", "..............",
    ]
    code, said, _ = here(capsys, *ask, "--format", "json", "--passage", "none", "--counting", "any")
    table = json.loads(said)
    assert (code, table["kind"], table["rows"], table["cols"]) == (0, "area", 10, 14)
    assert sum(sum(row) for row in table["values"]) == 36
    assert here(capsys, *ask, "--format", "npy", "--out", str(tmp_path / "a.npy"))[0] == 0
    assert (tmp_path / "a.npy").read_bytes()[:6] == b"\x93NUMPY"
    assert here(capsys, *ask, "--format", "png", "--size", "640x480", "--out", str(tmp_path / "a.png"))[0] == 0
    assert (tmp_path / "a.png").read_bytes()[1:4] == b"PNG"


def test_mask_refuses_what_means_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert here(capsys, "mask", "area", "crossroads", "--format", "png")[0] == 1  # no shape
    code, _, said = here(capsys, "mask", "move", "crossroads", "--body", "nobody")
    assert (code, "nobody" in said) == (1, True)
    code, _, said = here(capsys, "mask", "high", "crossroads", "--target", "C3", "--format", "png")
    assert (code, "--out" in said) == (2, True)


def test_numbers_may_be_written_with_a_comma(capsys: pytest.CaptureFixture[str]) -> None:
    area = ["mask", "area", "bridge", "--shape", "circle", "--origin", "corner:4,5"]
    answers = {here(capsys, *area, "--radius", radius)[1] for radius in ("2.5", "2,5")}
    assert len(answers) == 1
