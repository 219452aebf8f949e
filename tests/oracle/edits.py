"""What is offered for each warning in checkouts of real code: an edit, advice, or nothing.

    python tests/oracle/edits.py --binary BINARY [--reasons] [--configured] CHECKOUT...

Counted are warnings and errors at default settings, each once: by the best that is offered for it. An *edit* is what
`fix` (safe) or `fix --unsafe` writes without another flag; *guarded* and *runtime* edits take `--guarded` and
`--runtime`; a *suggestion* is an edit that a person has to decide about, but for options of Dynamo; *advice* says what to
do by hand. --reasons: why there is no edit, most frequent first. --configured: the settings that a checkout comes with count,
`forward-counts = true` say, without which a module that nothing is seen to compile has hints alone.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

KINDS = ["safe", "unsafe", "guarded", "runtime", "suggestion", "advice", "nothing"]
EDITS = KINDS[:2]
OPTION = "dynamo-option"  # holds for a whole process, and edits no code


def kind_of(finding):
    """The first of KINDS that is offered for a finding of `check --output-format json`."""
    kinds = set()
    for fix in finding["fixes"]:
        if fix["rewrite"] == OPTION:
            continue
        if fix["needs"]:
            kinds.add("runtime")
        elif fix["safety"] == "safe" and fix["form"] == "guarded":
            kinds.add("guarded")
        elif fix["form"] != "gated":
            kinds.add(fix["safety"])
    kinds.add("advice" if finding["advice"] else "nothing")
    return min(kinds, key=KINDS.index)


def findings_in(binary, checkout, configured=False):
    """Warnings and errors in a checkout, as `check --output-format json` has them."""
    command = [binary, "check", *([] if configured else ["--isolated"]), "--no-cache", "--exit-zero", "--output-format", "json", "."]
    run = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    if not run.stdout:
        sys.exit(f"{checkout}: {run.stderr.strip()}")
    return [each for each in json.loads(run.stdout)["findings"] if each["severity"] != "hint"]


def table(rows):
    """Lines of a table: a name and a Counter of KINDS each."""
    yield f"{'':24}{'seen':>7}" + "".join(f"{kind:>12}" for kind in KINDS) + f"{'edit':>9}"
    for name, counts in rows:
        seen = sum(counts.values())
        share = sum(counts[kind] for kind in EDITS) / seen if seen else 0
        yield f"{name:24}{seen:7}" + "".join(f"{counts[kind]:12}" for kind in KINDS) + f"{100 * share:7.0f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkouts", nargs="+", type=pathlib.Path, metavar="CHECKOUT")
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--reasons", action="store_true")
    parser.add_argument("--configured", action="store_true")
    arguments = parser.parse_args()
    places, rules, reasons = {}, collections.defaultdict(collections.Counter), collections.Counter()
    for checkout in arguments.checkouts:
        counts = places.setdefault(checkout.name, collections.Counter())
        for finding in findings_in(arguments.binary.resolve(), checkout, arguments.configured):
            kind = kind_of(finding)
            counts[kind] += 1
            rules[finding["code"]][kind] += 1
            if kind not in EDITS and finding["declined"]:
                reasons[finding["code"], re.sub(r"`[^`]*`", "`..`", finding["declined"])] += 1
    total = sum(places.values(), collections.Counter())
    for line in table([*places.items(), *sorted(rules.items()), ("all", total)]):
        print(line)
    if arguments.reasons:
        for (code, reason), count in reasons.most_common(30):
            print(f"{count:6} {code} {reason}")


if __name__ == "__main__":
    main()
