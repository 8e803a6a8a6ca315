"""Run every benchmark and write the results into the README: ``python -m tests.bench.report``.

Ratios are between medians of one run. Needs the extra ``bench``.
"""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.bench import growth

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURE = ROOT / "assets" / "screenshots" / "growth.png"
START, END = "<!-- speed -->", "<!-- /speed -->"


def run_benchmarks() -> list[dict[str, Any]]:
    """Each benchmark as pytest-benchmark tells it, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "bench.json"
        command = [sys.executable, "-m", "pytest", "-m", "bench", "-n", "0", "--benchmark-enable",
                   f"--benchmark-json={out}", "tests"]
        environment = os.environ | {"SDL_VIDEODRIVER": "dummy", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        benchmarks: list[dict[str, Any]] = json.loads(out.read_text())["benchmarks"]
        return benchmarks


def label(benchmark: dict[str, Any]) -> str:
    """Who did the work: the parameter ``peer``, else the name of the test."""
    named = (benchmark.get("params") or {}).get("peer")
    return str(named) if named else re.sub(r"\[.*", "", benchmark["name"]).removeprefix("test_").replace("_", " ")


def title(benchmark: dict[str, Any]) -> str:
    """What a benchmark without peers is called: its test, and its parameters."""
    values = ", ".join(str(each) for each in (benchmark.get("params") or {}).values())
    return label(benchmark) + (f": {values}" if values else "")


def extra(benchmark: dict[str, Any]) -> str:
    """What the benchmark notes of its own, such as turns a second."""
    return "".join(f", {value} {name}" for name, value in benchmark.get("extra_info", {}).items())


def milliseconds(seconds: float) -> str:
    value = seconds * 1000
    return f"{value:.2f} ms" if value < 10 else f"{value:.0f} ms"


def table(benchmarks: list[dict[str, Any]]) -> list[str]:
    """A row for each group: our median, and each peer's with how many times ours it is."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for each in benchmarks:
        groups.setdefault(each["group"] or title(each), []).append(each)
    rows = ["| work | Flanco | peers, and how many times as long they take |", "|---|---|---|"]
    for group, members in sorted(groups.items()):
        ours, theirs = members[0], members[1:]
        median = ours["stats"]["median"]
        others = "; ".join(f"{label(each)} {milliseconds(each['stats']['median'])} "
                           f"({each['stats']['median'] / median:.1f}x)" for each in theirs)
        rows.append(f"| {group} | {milliseconds(median)}{extra(ours)} | {others} |")
    return rows


def growth_lines(curves: list[growth.Curve]) -> list[str]:
    return ["| growth | from | to | time grows | work grows |", "|---|---|---|---|---|"] + [
        f"| {each.name} | {each.axis} {each.sizes[0]}: {each.times[0]:.2f} ms | "
        f"{each.sizes[-1]}: {each.times[-1]:.2f} ms | {each.times[-1] / each.times[0]:.1f}x | "
        f"{each.work[-1] / each.work[0]:.1f}x |"
        for each in curves
    ]


def main() -> None:
    benchmarks = run_benchmarks()
    curves = growth.measure()
    growth.draw(curves, PICTURE)
    said = [
        START,
        f"Medians of one run on one core of a {os.cpu_count()}-core {platform.machine()} machine, Python "
        f"{platform.python_version()}; `python -m tests.bench.report` (extra `bench`) measures anew and rewrites this "
        "section. Before peers are timed, their answers are compared with ours.",
        "",
        *table(benchmarks),
        "",
        *growth_lines(curves),
        "",
        f"![Time against map side, radius and barriers]({PICTURE.relative_to(ROOT).as_posix()})",
        END,
    ]
    readme = ROOT / "README.md"
    before, _, rest = readme.read_text().partition(START)
    _, _, after = rest.partition(END)
    readme.write_text(before + "\n".join(said) + after)


if __name__ == "__main__":
    main()
