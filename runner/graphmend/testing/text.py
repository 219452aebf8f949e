"""What a test that fails says: the place, the reason as Dynamo gives it, and what `graphmend check` says of the line."""

from __future__ import annotations

import json
import os
import re
import subprocess

from graphmend.program import find

TOLD = re.compile(r"^\s+(Explanation|Hint): ")
NUMBER = re.compile(r"^[\d/_]+: ")


def failure(listened, breaks: int | None = None, recompiles: int | None = None) -> str:
    """Why so many breaks and recompilations are exceeded, None meaning any; "" if they are not."""
    texts = []
    found = sum(each.times for each in listened.breaks)
    if breaks is not None and found > breaks:
        texts += [f"{number_of(found, 'graph break')} in {number_of(listened.calls, 'call')} of compiled code", *told_breaks(listened.breaks)]
    found = len(listened.recompilations)
    if recompiles is not None and found > recompiles:
        texts += [f"{number_of(found, 'recompilation')} in {number_of(listened.calls, 'call')} of compiled code", *map(_told_again, listened.recompilations)]
    return "\n".join(texts)


def told_breaks(breaks) -> list[str]:
    """A text for each; `graphmend check` runs once for all files."""
    findings = _findings(sorted({each.path for each in breaks}))
    return ["\n    ".join([_head(each), *sum(map(_reason, each.reasons), []), *_of_check(findings, each)]) for each in breaks]


def number_of(number: int, what: str) -> str:
    """"1 call", "2 calls"."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def _head(each):
    return f"{_shown(each.path)}:{each.line}, in {each.function}, {number_of(each.times, 'time')}:"


def _reason(text):
    """Of Dynamo's text the reason itself, and below it explanation and hints."""
    lines = [line for line in text.splitlines() if line.strip()]
    # Before it may stand what was being traced: "Encountered graph break when attempting to trace CALL: ...:"
    title = next((line for line in lines if not line.rstrip().endswith(":")), "a graph break")
    return [title.strip(), *("  " + line.strip() for line in lines if TOLD.match(line))]


def _told_again(each):
    """"model.py:9, forward: n == 2, and n is 3", with the line that called it."""
    reasons = [NUMBER.sub("", reason.partition("\n")[0]).partition("  #")[0].strip() for reason in each.reasons]
    callers = [f"called at {_shown(path)}:{line}" for path, line, _ in each.caller]
    return "\n    ".join([f"{_shown(each.path)}:{each.line}, {each.function}: {reasons[0]}", *reasons[1:], *callers])


def _findings(paths):
    """absolute path -> findings of `graphmend check`; {} where the program is not, or cannot say."""
    program, paths = find(), [path for path in paths if os.path.isfile(path)]
    if program is None or not paths:
        return {}
    command = [program, "check", "--output-format", "json", "--entries", "compile,forward,functions"]
    try:
        done = subprocess.run([*command, *paths], capture_output=True, timeout=120)
        told = json.loads(done.stdout)["findings"]
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return {}
    found = {}
    for each in told:
        found.setdefault(os.path.abspath(each["path"]), []).append(each)
    return found


def _of_check(findings, broken):
    """Lines about each finding there."""
    lines = []
    for each in findings.get(os.path.abspath(broken.path), []):
        if not each["range"]["start"]["line"] <= broken.line <= each["range"]["end"]["line"]:
            continue
        lines.append(f"{each['code']} {each['message']}")
        lines += [f"fix, {fix['safety']}: {fix['title']}" for fix in each["fixes"]]
        lines += [f"by hand: {each['advice']}"] if each.get("advice") else []
    return lines


def _shown(path):
    """From here, if it is below; else whole."""
    near = os.path.relpath(path)
    return path if near.startswith("..") else near
