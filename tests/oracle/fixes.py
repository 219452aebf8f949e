"""What `graphmend fix` does to programs that were made for it: judged on the real PyTorch, compared with the bars below.

    fixes.py --binary GRAPHMEND --oracle FOLDER [--inductor] [--own | --further | --alike | --real | --blind] [MODE...]
    fixes.py --binary GRAPHMEND --sites FOLDER...

The judge is fixes/harness.py of the oracle. The modes `runtime` and `run` (what `graphmend run` imports) count the
programs about effects and guards; the others count those without them, and then all together.
Prints what every mode comes to and each program that is not fixed; exit status 1 below a bar. A bar is raised when the
rewrites get better, and never lowered. A number that is not read back from a tensor any more leaves fewer operations in
the graph, which the judge takes for code taken out of it: such programs count as fixed if no break is left and the
tensor was made of the number, or the number is only shown.

With --inductor what is fixed runs under inductor as well. That has ways of its own (other random numbers, no gradient twice
where a buffer is donated, zeros for None, last digits in half precision): a case does not count if the original or the
version by hand differs there, too; it is named.

With --own the programs are those in programs/ beside this file, in the oracle's form. They were written, in five goes, by
somebody who knew the catalogue of rewrites and not what is built. What was missing of them when they came told how the
rewrites do on programs that nobody has looked at: 51 % were fixed of the first ones, 58, 50, 66 and 81 % later. Their bars
are those of the modes `safe` and `unsafe` alone. Those in further/ (--further) came behind them. A third is longer, and has
together what the others have one by one: several statements in an arm, functions and methods of the file, numbers that are
computed with. 20 % of them were fixed when they came; of the rest, three sets that are like the oracle's, 71, 59 and 52 %,
and five that were to be as if its author had written them, 80, 75, 82, 79 and 83 %. Those in alike/ (--alike) are four
more such sets, by somebody who knew nothing but the oracle's: 63, 51, 65 and 79 % (53, 32, 41 and 70 % safely). Those in real/
(--real) are in the style of public repositories: 27 % of them were fixed when they came, unsafely, and their bar is of the
mode `plain`. So are those in blind/ (--blind), twenty-one sets of 40 programs and 16 traps, of which 22, 20, 2, 8, 35, 18, 28,
15, 35, 38, 25, 20, 22, 25, 13, 30, 25, 33, 38, 22 and 16 % were fixed when they came, and traps of rows and numbers.

With --sites, what is offered for the findings in folders of real code, and why not more: a table, and no judgement.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from sites import APPLICABLE, outcome

HERE = pathlib.Path(__file__).resolve().parent
EFFECTS = {"R18", "R19", "R20", "R36", "R37"}
MODES = {"safe": ["--safety", "safe"], "unsafe": ["--safety", "unsafe"], "noise": ["--safety", "safe", "--noise"],
         "runtime": ["--safety", "safe"], "run": ["--safety", "safe"], "plain": ["--safety", "unsafe"],
         "gated": ["--safety", "unsafe"]}
FIXERS = {"run": "in_memory.py"}  # all others: with_flags.py
FLAGS = {"runtime": "--runtime --guarded", "plain": "", "gated": "--gated"}  # all others: --guarded
FORMS = {"plain", "gated"}  # what they assume holds in all cases of a program, or the fix is a bad one
# Percent of the programs without (unsafe: and with) an assumption: of those that a mode is about, and of all.
BARS = {"safe": (92.0, 92.0), "unsafe": (95.0, 95.0), "noise": (88.0, 88.0), "runtime": (95.0, None), "run": (95.0, None),
        "plain": (90.0, 90.0), "gated": (90.0, None)}
OWN_BARS = {"programs": {"safe": (86.0, 88.0), "unsafe": (93.0, 93.0)},
            "further": {"safe": (84.0, 84.0), "unsafe": (86.0, 86.0)},
            "alike": {"safe": (53.0, 53.0), "plain": (79.0, 79.0)},
            "real": {"plain": (54.0, None)},
            "blind": {"plain": (36.0, None)}}
DISSOLVED = {"R21", "R36"}


def is_unsafe(mode):
    return "unsafe" in MODES[mode]


def judged(options, mode, folder):
    """The rows of the judge: one dict for each program."""
    out = pathlib.Path(folder) / f"{mode}.json"
    fixer = str(HERE / FIXERS.get(mode, "with_flags.py"))
    env = {**os.environ, "GRAPHMEND": options.binary, "GRAPHMEND_FLAGS": FLAGS.get(mode, "--guarded"),
           "PYTHONPATH": str(HERE.parents[1] / "runner")}
    programs, kept = HERE / options.own if options.own else options.oracle / "fixes/dev", pathlib.Path(folder) / mode
    command = [sys.executable, str(options.oracle / "fixes/harness.py"), "--graphmend", fixer, *MODES[mode],
               "--json", str(out), "--keep", str(kept), str(programs)]
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    if not out.exists():
        raise SystemExit(done.stderr[-2000:])
    rows = json.loads(out.read_text())
    for row in rows:
        row["added"] = lines_added(programs / row["kind"] / f"{row['name']}.py", kept / f"{row['name']}.py")
    for row in rows if options.inductor else []:
        if row["status"] in ("fixed", "improved", "rewritten"):
            under_inductor(row, programs, kept / f"{row['name']}.py", is_unsafe(mode))
    return rows


def lines_added(original, fixed):
    """By how many lines a program has grown."""
    return len(fixed.read_text().splitlines()) - len(original.read_text().splitlines()) if fixed.exists() else 0


def under_inductor(row, programs, fixed, unsafe):
    """Turns the row into a wrong fix, if inductor tells the fix from the original where it tells nothing else from it."""
    import diffcheck
    original, by_hand = programs / row["kind"] / fixed.name, programs / "hand" / fixed.name
    allowed = row["expect"].get("unsafe", []) if unsafe else []

    def differing(program):
        report = diffcheck.check(str(original), str(program), assume=allowed, inductor=True)
        if report["error"]:
            return {"error": report["error"]}
        return {name: each["inductor"][0] for name, each in report["cases"].items() if "inductor" in each}

    differs = differing(fixed)
    for same, program in ("the original", original), ("the version by hand", by_hand):
        if not differs or not program.exists():
            continue
        inherent = differs.keys() & differing(program).keys()
        if inherent:
            print(f"    inductor   {row['name']}  as {same} in {len(inherent)} cases: {differs[min(inherent)]}"[:200])
        differs = {name: detail for name, detail in differs.items() if name not in inherent}
    for name, detail in differs.items():
        row["status"], row["detail"] = "wrong", f"{name} [inductor] {detail}"


def is_fixed(row):
    dissolved = row["status"] == "escaped" and row.get("after") == 0 and set(row["expect"]["rewrites"]) <= DISSOLVED
    return row["status"] == "fixed" or dissolved


def rests_on_no_exception(row):
    """The original raises where a fix runs on, which the program's `unsafe` allows it to assume away."""
    allowed = row["expect"].get("unsafe", [])
    return row["status"] == "wrong" and "no-exception" in allowed and re.search(r"exception: .* -> None$", row["detail"])


def counts(name, rows, bar):
    """Prints how many of the programs are fixed, and which are not; whether they are enough."""
    missing = [row for row in rows if not is_fixed(row)]
    share = 100 * (1 - len(missing) / len(rows))
    print(f"{name}: {len(rows) - len(missing)}/{len(rows)} fixed ({share:.1f} %, at least {bar})")
    for row in missing:
        print(f"    {row['status']:<10} {row['name']}  {row['detail']}")
    return share >= bar


def report(mode, rows, bars):
    """Prints what a mode comes to; whether it is good enough."""
    bar, bar_of_all = bars.get(mode, (0.0, 0.0))
    programs = [r for r in rows if r["kind"] == "positives" and (is_unsafe(mode) or not r["expect"]["assume"])]
    ours = [r for r in programs if bool(EFFECTS & set(r["expect"]["rewrites"])) == (mode in ("runtime", "run"))]
    enough = counts(mode, ours, bar)
    added = sorted(row["added"] for row in ours if is_fixed(row))
    if added:
        print(f"    lines added to what is fixed: {added[len(added) // 2]} in the median, {added[-1]} at most, "
              f"over 6 in {sum(each > 6 for each in added)} of {len(added)}")
    if bar_of_all:
        enough &= counts(f"{mode}, with those about effects and guards", programs, bar_of_all)
    bad = [r for r in rows if (r["status"] in ("wrong", "syntax") and not rests_on_no_exception(r)) or (r["kind"] == "traps" and r["status"] == "escaped")
           or r.get("crash") or not r["idempotent"] or r["format"] or (r.get("assumed") and not is_unsafe(mode))]
    print(f"    {len(bad)} bad fixes ({sum(r['kind'] == 'traps' for r in rows)} traps)")
    for row in bad:
        print(f"    BAD        {row['name']}  {row['status']} {row['detail']} {row['format'] or ''}")
    return enough and not bad


def table(binary, folder):
    """Prints how many findings of a folder there are by what is offered, and by the reason that nothing is."""
    command = [binary, "check", "--no-cache", "--output-format", "json", str(folder)]
    findings = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["findings"]
    offers = [outcome([finding]) for finding in findings]
    kinds = collections.Counter(kind for kind, _ in offers)
    print(f"{folder}: {len(findings)} findings;", ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    reasons = collections.Counter(re.sub("`[^`]*`", "`...`", detail) for kind, detail in offers if kind not in APPLICABLE)
    for reason, count in reasons.most_common():
        print(f"    {count:5} {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True)
    parser.add_argument("--oracle", type=pathlib.Path)
    parser.add_argument("--sites", type=pathlib.Path, nargs="+")
    parser.add_argument("--inductor", action="store_true")
    parser.add_argument("--own", action="store_const", const="programs")
    parser.add_argument("--further", action="store_const", const="further", dest="own")
    parser.add_argument("--alike", action="store_const", const="alike", dest="own")
    parser.add_argument("--real", action="store_const", const="real", dest="own")
    parser.add_argument("--blind", action="store_const", const="blind", dest="own")
    parser.add_argument("modes", nargs="*", choices=[*MODES, []], default=[])
    options = parser.parse_args()
    options.binary = str(pathlib.Path(options.binary).resolve())
    if options.sites:
        for folder in options.sites:
            table(options.binary, folder)
        return 0
    if not options.oracle:
        parser.error("--oracle or --sites is needed")
    if options.inductor:
        sys.path[:0] = [str(options.oracle / "fixes")]
        import diffcheck
        diffcheck.prepare()
    with tempfile.TemporaryDirectory() as folder:
        bars = OWN_BARS[options.own] if options.own else BARS
        good = [report(mode, judged(options, mode, folder), bars) for mode in options.modes or bars]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
