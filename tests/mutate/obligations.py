"""Removes every single check of every rewrite in turn, and names those that no test misses.

    python tests/mutate/obligations.py BUILD [--parts] [--list] [--only PATH] [NUMBER...]

A check is found in the sources of transforms/ and of the analyses that proofs rest on (FOLDERS): what a guard asks before it declines (each part of `a || b`), and each
call that refuses, tests, assumes or checks; with --parts also each part of any other condition. All are compiled into
one binary of the tests, every one behind `removed(NUMBER)`, and the tests of fixes run once for each number, with that
one removed: a part of `||` is false, a part of `&&` is true, a call is not made. BUILD is a build folder in which
graphmend_tests was built; what is compiled anew lies in BUILD/mutants.

Left out is what only asks whether a thing is there at all and then gives nothing, without a reason: `!found` of a
pointer, an optional or a Node that has a name in the function, and `found == all.end()`. Without it the next line would
follow a null pointer; that is no rewrite that was not proven. Nor is it where a proof that was refused already is not
gone on with, or where a bound on the work (`max_depth`) ends it: what is given up there is given up for the user's
time. Left out, too, are the rewrites whose programs are judged by tests/runner/effects on the real PyTorch, and what
only guesses: what was guessed is tested by the fix.
"""
import argparse
import concurrent.futures
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import tree_sitter
import tree_sitter_cpp

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ("edit", "fix", "fixes", "proofs", "rule_pages")  # tests/NAME_test.cpp, those that are about rewrites
FOLDERS = ("analysis/function", "analysis/operations", "analysis/effects", "transforms")
# Judged by tests/runner/effects, but for two files of these folders.
ON_PYTORCH = ("transforms/in_graph/", "transforms/epilogue/", "transforms/in_memory/module_effects",
              "analysis/effects/grad_history", "analysis/effects/traceable")
JUDGED_HERE = ("transforms/in_graph/check_obligations", "transforms/epilogue/sink_read")
GUESSES = ("transforms/metadata/kind_heuristics",)
TIMEOUT = 60  # seconds; a removed bound may mean a loop without an end
DECLINES = re.compile(
    r"return (?:false|true|\{\}|std::nullopt|nullptr|declined\(.*|\{\.fixes = \{\}.*|[\w.]*refuse\(.*);"
    r"|[\w.]*refuse\(.*\);", re.S)
OBLIGES = re.compile(r"(?:\w+\.)*(?:refuse|assume|test|test_kind|test_or_assume|check|check_\w+|spoils)$")
REASON = re.compile(r"refuse\(|declined\(")
SWITCH = """#include <cstdlib>
static bool removed(int number) {
    static const int chosen = std::getenv("MUTANT") ? std::atoi(std::getenv("MUTANT")) : -1;
    return number == chosen;
}
#line 1 "%s"
"""


@dataclasses.dataclass
class Check:
    file: str
    line: int
    text: str
    kind: str  # "guard", "part" or "call"
    begin: int
    end: int
    before: str  # with a %d for the number
    behind: str


def text_of(node):
    return node.text.decode()


def operands(node, operator):
    """The parts of `a || b || c`; the node itself where it is none."""
    if node.type == "parenthesized_expression":
        return operands(node.named_children[0], operator)
    if node.type == "binary_expression" and text_of(node.child_by_field_name("operator")) == operator:
        return operands(node.child_by_field_name("left"), operator) + operands(node.child_by_field_name("right"), operator)
    return [node]


def declines(statement):
    """The branch does nothing else than to give up."""
    while statement.type == "compound_statement" and statement.named_child_count == 1:
        statement = statement.named_children[0]
    return bool(DECLINES.fullmatch(text_of(statement)))


def is_removable(statement):
    """`proof.test(...);` as a statement of its own."""
    call = statement.named_children[0] if statement.type == "expression_statement" and statement.named_children else None
    return call is not None and call.type == "call_expression" and OBLIGES.match(text_of(call.child_by_field_name("function")))


def is_presence(part, function):
    """`!found`, where `found` is no bool, `found == all.end()`, `proof.refused()`, or `depth == max_depth`."""
    text = text_of(part)
    if re.search(r"(?:==|>=|>) max_\w+$", text):
        return True
    if re.fullmatch(r"\w+ == \w+(?:\.|->)end\(\)|(?:\w+\.)*proof_?\.refused\(\)", text):
        return True
    name = re.fullmatch(r"!(\w+)", text)
    return bool(name) and not re.search(rf"\bbool {name[1]}(?: =|[,);])", function)


def find(file):
    """The checks of a source file, in the order of the text."""
    parser = tree_sitter.Parser(tree_sitter.Language(tree_sitter_cpp.language()))
    source = file.read_bytes()
    found = {}

    def add(kind, node, before, behind):
        found.setdefault((node.start_byte, node.end_byte), Check(
            str(file.relative_to(ROOT)), node.start_point[0] + 1, " ".join(text_of(node).split()), kind, node.start_byte, node.end_byte,
            before, behind))

    def parts(node, operator, kind, function=None):
        for part in operands(node, operator):
            if part.type in ("true", "false", "fold_expression") or (function and is_presence(part, function)):
                continue
            before = "(!removed(%d) && static_cast<bool>(" if operator == "||" else "(removed(%d) || static_cast<bool>("
            add(kind, part, before, "))")

    def walk(node, function=""):
        if node.type == "function_definition":
            function = text_of(node)
        if node.type in ("function_definition", "declaration") and re.search(r"\bconstexpr\b", text_of(node).split("{")[0]):
            return
        if node.type in ("static_assert_declaration", "requires_clause"):
            return
        if node.type == "if_statement":
            condition = node.child_by_field_name("condition").child_by_field_name("value")
            if condition.type != "declaration" and declines(node.child_by_field_name("consequence")):
                told = REASON.search(text_of(node.child_by_field_name("consequence")))
                parts(condition, "||", "guard", None if told else function)
        if node.type == "binary_expression":
            operator = text_of(node.child_by_field_name("operator"))
            if operator in ("&&", "||"):
                parts(node, operator, "part")
        if is_removable(node):
            add("call", node, "{ if (!removed(%d)) ", "}")
        if node.type == "return_statement" and node.named_children and node.named_children[0].type == "call_expression":
            function = text_of(node.named_children[0].child_by_field_name("function"))
            if OBLIGES.match(function) and not declines(node):
                add("call", node, "{ if (removed(%d)) return; ", "}")
        for child in node.named_children:
            walk(child, function)

    walk(parser.parse(source).root_node)
    return sorted(found.values(), key=lambda check: (check.begin, -check.end))


def instrumented(file, checks, first):
    """The text of the file with every check behind its number."""
    inserted = []
    for number, check in enumerate(checks, first):
        inserted.append((check.begin, 1, -check.end, check.before % number))
        inserted.append((check.end, 0, -check.begin, check.behind))
    text, end = [], 0
    source = file.read_bytes()
    for offset, _, _, insertion in sorted(inserted):
        text += [source[end:offset].decode(), insertion]
        end = offset
    return SWITCH % file + "".join(text) + source[end:].decode()


def compiled(build, files):
    """The binary of the tests with the instrumented sources in the place of the files."""
    folder = build / "mutants"
    folder.mkdir(exist_ok=True)
    ccache = shutil.which("ccache")
    launcher = [ccache] if ccache else []
    commands = {str(pathlib.Path(c["file"]).relative_to(ROOT)): c
                for c in json.loads((build / "compile_commands.json").read_text())
                if c["file"].startswith(tuple(f"{ROOT / each}/" for each in FOLDERS))}

    def compile_(name):
        source, made = folder / name, folder / f"{name}.o"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(files[name])
        words = shlex.split(commands[name]["command"])
        words = [w for w in words if not re.fullmatch(r"-O\d|-DNDEBUG|-W.*|-flto.*", w)]
        words[words.index("-o") + 1] = str(made)
        words[words.index("-c") + 1] = str(source)
        subprocess.run([*launcher, *words, "-O1", "-w", "-DNDEBUG", "-D_GLIBCXX_ASSERTIONS"], cwd=build, check=True)
        return made

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = list(pool.map(compile_, files))
    link = subprocess.run(["ninja", "-C", build, "-t", "commands", "graphmend_tests"], check=True, capture_output=True,
                          text=True).stdout.splitlines()[-1]
    binary = folder / "graphmend_tests"
    words = shlex.split(link.replace(": && ", "").replace(" && :", ""))
    libraries = tuple("lib" + each.replace("/", "_") + ".a" for each in FOLDERS)
    first = next(i for i, w in enumerate(words) if w.endswith(libraries))
    words = [*words[:first], *map(str, made), *(w for w in words[first:] if not w.endswith(libraries))]
    words[words.index("-o") + 1] = str(binary)
    subprocess.run(words, cwd=build, check=True)
    return binary


def survives(binary, number):
    environment = {k: v for k, v in os.environ.items() if k != "UPDATE"} | {"MUTANT": str(number)}
    try:
        done = subprocess.run([binary, "--source-file=" + ",".join(f"*/{name}_test.cpp" for name in TESTS), "--abort-after=1"], cwd=ROOT, env=environment,
                              timeout=TIMEOUT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("build", type=pathlib.Path)
    arguments.add_argument("--list", action="store_true", help="print the checks, remove none")
    arguments.add_argument("--parts", action="store_true", help="also the parts of conditions that are no guards")
    arguments.add_argument("--only", action="append", default=[], metavar="PATH")
    arguments.add_argument("numbers", nargs="*", type=int)
    given = arguments.parse_args()
    checks, files = [], {}
    for file in sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.cpp")):
        own = find(file)
        files[str(file.relative_to(ROOT))] = instrumented(file, own, len(checks))
        checks += own

    def is_chosen(number, check):
        if given.numbers:
            return number in given.numbers
        is_meant = (check.file.startswith(tuple(given.only)) if given.only else
                    check.file.startswith(JUDGED_HERE) or not check.file.startswith(ON_PYTORCH + GUESSES))
        return is_meant and (given.parts or check.kind != "part")

    chosen = [number for number, check in enumerate(checks) if is_chosen(number, check)]

    def described(number):
        check = checks[number]
        return f"{number:4} {check.file}:{check.line}: {check.kind}: {check.text}"

    if given.list:
        print(*map(described, chosen), sep="\n")
        return 0
    binary = compiled(given.build.resolve(), files)
    if not survives(binary, -1):
        sys.exit("the tests fail although nothing is removed")
    left = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, alive in zip(chosen, pool.map(lambda n: survives(binary, n), chosen)):
            if alive:
                left.append(number)
                print(described(number), flush=True)
    print(f"{len(chosen)} checks removed, {len(left)} of them without any test that tells")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
