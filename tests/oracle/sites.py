"""What GraphMend offers at every place where PyTorch broke the graph, as a table: a fix, or the reason why there is none.

    sites.py --oracle FOLDER --sites FOLDER [--all] [NAME...]

Reads what bars.py left in SITES (the findings, with their fixes), so run that first. NAME is a truth of bars.toml whose
packages are real code, all of them by default. The last line counts the sites that a developer would want fixed, where the
truth says which those are. --all prints every site.
"""

import argparse
import collections
import json
import pathlib
import tomllib

HERE = pathlib.Path(__file__).parent
OFFERS = ("safe", "safe, with the runtime", "unsafe", "suggestion", "declined", "no reason", "not found")
APPLICABLE = OFFERS[:4]


def broken(truth, oracle):
    """(path, first line) -> last line of the statement, of every break that the subjects met."""
    sites = {}
    for path in sorted(path for pattern in truth["truth"] for path in oracle.glob(pattern)):
        for subject in json.loads(path.read_text())["subjects"]:
            if subject["outcome"] not in ("eager-error", "timeout", "crash"):
                sites.update({(each["file"], each["line"]): each["endLine"] for each in subject["breaks"]})
    return sites


def offer(fix):
    return "safe, with the runtime" if fix["safety"] == "safe" and fix["needs"] else fix["safety"]


def outcome(findings):
    """The best offer of the findings of one site, and the rewrite or the reason."""
    if not findings:
        return "not found", ""
    fixes = [fix for finding in findings for fix in finding.get("fixes", ())]
    if fixes:
        best = min(fixes, key=lambda fix: OFFERS.index(offer(fix)))
        return offer(best), best["rewrite"] + (f" ({best['assumes']})" if best["assumes"] else "")
    reasons = [finding["declined"] for finding in findings if finding.get("declined")]
    return ("declined", reasons[0]) if reasons else ("no reason", findings[0]["name"])


def table(truth, options):
    """Prints the sites of one truth, counted; gives the offers at those that are wanted, or none."""
    at = collections.defaultdict(list)
    for finding in json.loads((options.sites / f"{truth['name']}.json").read_text())["findings"]:
        at[finding["path"].removeprefix("./"), finding["range"]["start"]["line"]].append(finding)
    judged = json.loads((options.oracle / truth["judgements"]).read_text()) if "judgements" in truth else []
    wanted = {each["site"] for each in judged if each["want"] == "yes"}
    counts, offers = collections.Counter(), []
    sites = broken(truth, options.oracle)
    for (path, first), last in sorted(sites.items()):
        kind, detail = outcome([each for line in range(first, last + 1) for each in at[path, line]])
        counts[kind, detail] += 1
        if f"{path}:{first}" in wanted:
            offers.append(kind)
        if options.all:
            print(f"  {path}:{first}  {kind}: {detail}")
    print(f"{truth['name']}: {len(sites)} sites")
    for kind in OFFERS:
        rows = [(detail, count) for (each, detail), count in counts.items() if each == kind]
        print(f"  {kind:24} {sum(count for _, count in rows)}")
        for detail, count in sorted(rows, key=lambda row: (-row[1], row[0])):
            if detail:
                print(f"    {count:4}  {detail}")
    return offers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--oracle", type=pathlib.Path, required=True)
    parser.add_argument("--sites", type=pathlib.Path, required=True)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    wanted = []
    for truth in tomllib.loads((HERE / "bars.toml").read_text())["truth"]:
        if "folder" not in truth and (not options.names or truth["name"] in options.names):
            wanted += table(truth, options)
    if wanted:
        some = sum(kind in APPLICABLE for kind in wanted)
        print(f"something to apply at {some} of {len(wanted)} wanted sites = {100 * some / len(wanted):.1f} %")


if __name__ == "__main__":
    main()
