"""Compares `graphmend dump --names` with Python's own symtable.

    symtable_check.py GRAPHMEND PATH...      files, or folders that are searched for *.py
    symtable_check.py GRAPHMEND --stdlib     the modules of the running Python's library, packages left out

Compared is, for every name that a scope mentions, whether it is a parameter, local, global or free there. What Python
3.11 adds or hides on its own account is left out on both sides: `.0` (the iterable of a comprehension), `__class__`
(made up for super()), a module's name that only `global` statements in functions mention, and everything about a file
that does not compile.
"""

import collections
import pathlib
import re
import subprocess
import symtable
import sys
import sysconfig
import unicodedata
import warnings

HEADER = re.compile(r"^( *)(module|class|function|lambda|comprehension|type-parameters)(?: (\S+))? (\d+)$")
COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}
IGNORED = {".0", "__class__"}
# With it annotations are not in the table; here they are names like any other.
FUTURE = re.compile(rb"(from\s+__future__\s+import[^\n]*)\bannotations\b")


def symtable_names(source, path):
    found = collections.Counter()
    only_declared = set()

    def visit(table, outer):
        name = title(table.get_name()) if outer else ""
        where = outer + ((table.get_type(), name, table.get_lineno()),)
        for symbol in table.get_symbols():
            # A name that only passes through on its way to an inner scope has no flag but "free".
            mentioned = (symbol.is_referenced() or symbol.is_assigned() or symbol.is_parameter() or symbol.is_imported()
                         or symbol.is_annotated())
            declared = symbol.is_declared_global() or symbol.is_nonlocal()
            if not outer and declared and not mentioned:
                only_declared.add(symbol.get_name())
            elif not mentioned and not declared or symbol.get_name() in IGNORED:
                continue
            role = ("global" if not outer else
                    "parameter" if symbol.is_parameter() else
                    "free" if symbol.is_free() else
                    "local" if symbol.is_local() else "global")
            found[where, symbol.get_name(), role] += 1
        for child in table.get_children():
            visit(child, where)

    visit(symtable.symtable(source, path, "exec"), ())
    return found, only_declared


def title(name):
    return "comprehension" if name in COMPREHENSIONS else name


def dumped_names(text):
    found = collections.Counter()
    stack = []
    for line in text.splitlines():
        if header := HEADER.match(line):
            indent, kind, name, number = header.groups()
            del stack[len(indent) // 2:]
            kind, name = {"module": ("module", ""), "class": ("class", name), "function": ("function", name),
                          "lambda": ("function", "lambda"), "comprehension": ("function", "comprehension")}[kind]
            stack.append((kind, title(name.rpartition(".")[2]), 0 if kind == "module" else int(number)))
            continue
        name, _, rest = line.strip().partition(": ")
        if name == "*" or name in IGNORED:
            continue
        role = ("global" if len(stack) == 1 or rest.endswith(("-> ?", "-> module")) else
                "free" if "->" in rest else
                "parameter" if rest.startswith("parameter") else "local")
        found[tuple(stack), unicodedata.normalize("NFKC", name), role] += 1
    return found


def check(program, path):
    """None if Python cannot read the file, else the differences as lines of text."""
    source = FUTURE.sub(rb"\1generators", path.read_bytes())
    try:
        expected, only_declared = symtable_names(source, str(path))
    except (SyntaxError, ValueError, RecursionError):
        return None
    done = subprocess.run([program, "dump", "--names", path], capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        return [f"{path}: dump failed: {done.stderr.strip()}"]
    got = dumped_names(done.stdout)
    lines = []
    for sign, difference in (("Python", expected - got), ("GraphMend", got - expected)):
        for where, name, role in difference:
            if len(where) == 1 and (name in ("annotations", "generators") or name in only_declared):
                continue
            scope = " > ".join(f"{kind} {title}:{line}" for kind, title, line in where)
            lines.append(f"{path}: {name} in {scope}: {role} says {sign}")
    return sorted(lines)


def files(arguments):
    if arguments == ["--stdlib"]:
        yield from sorted(pathlib.Path(sysconfig.get_path("stdlib")).glob("*.py"))
        return
    for argument in map(pathlib.Path, arguments):
        yield from sorted(argument.rglob("*.py")) if argument.is_dir() else [argument]


def main():
    warnings.simplefilter("ignore")
    program, *arguments = sys.argv[1:]
    checked = unreadable = differing = 0
    for path in files(arguments):
        lines = check(program, path)
        if lines is None:
            unreadable += 1
            continue
        checked += 1
        differing += bool(lines)
        for line in lines[:20]:
            print(line)
    print(f"{checked} files compared, {differing} differ, {unreadable} are no Python {sys.version_info[0]}."
          f"{sys.version_info[1]}")
    return 1 if differing or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
