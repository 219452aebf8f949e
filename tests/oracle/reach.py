"""Findings that say `always` about a statement that did not run, although its function did.

    reach.py --root SITE TRUTH.json FINDINGS.json

`executed` of the truth files are the lines that ran in eager mode, over all subjects. Exit status 1 if there are such findings.
"""

import argparse
import ast
import json
import pathlib
import sys


def lines_of(text):
    """"12-14,20" -> {12, 13, 14, 20}"""
    lines = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        lines.update(range(int(first), int(last or first) + 1))
    return lines


def executed_in(truth):
    executed = {}
    for subject in truth["subjects"]:
        for path, text in (subject.get("executed") or {}).items():
            executed.setdefault(path, set()).update(lines_of(text))
    return executed


def innermost(tree, kinds, line):
    around = [node for node in ast.walk(tree) if isinstance(node, kinds) and node.lineno <= line <= node.end_lineno]
    return max(around, key=lambda node: node.lineno, default=None)


def own_lines(statement):
    """Of a compound statement, its header."""
    body = getattr(statement, "body", None)
    last = max(statement.lineno, body[0].lineno - 1) if body else statement.end_lineno
    return set(range(statement.lineno, last + 1))


def is_wrong(tree, executed, line):
    """None if the function of the line was not entered."""
    function = innermost(tree, (ast.FunctionDef, ast.AsyncFunctionDef), line)
    if not function or not executed & set(range(function.body[0].lineno, function.end_lineno + 1)):
        return None
    return not executed & own_lines(innermost(tree, ast.stmt, line))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", required=True, type=pathlib.Path, help="the folder that the paths are relative to")
    parser.add_argument("truth", type=pathlib.Path)
    parser.add_argument("findings", type=pathlib.Path)
    arguments = parser.parse_args()
    executed = executed_in(json.loads(arguments.truth.read_text()))
    trees, judged, wrong = {}, 0, []
    for finding in json.loads(arguments.findings.read_text())["findings"]:
        path, line = finding["path"], finding["range"]["start"]["line"]
        if finding["reach"] != "always" or path not in executed:
            continue
        if path not in trees:
            trees[path] = ast.parse((arguments.root / path).read_bytes())
        verdict = is_wrong(trees[path], executed[path], line)
        judged += verdict is not None
        if verdict:
            wrong.append(f"{path}:{line}: {finding['code']} {finding['message']}")
    if not judged:
        sys.exit("no finding that says `always` lies in a function that was entered")
    print(f"always    {len(wrong)} wrong of {judged} in functions that were entered")
    for each in wrong:
        print(f"  {each}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
