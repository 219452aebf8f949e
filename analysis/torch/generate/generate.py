"""Derives the rows of knowledge from the torch that is installed: python generate.py [--only PATTERN] [--into FOLDER]

Needs torch, numpy and expecttest (which torch's operator tests import), and takes about a quarter of an hour. What it
writes is committed; see ../README.md.
"""
import argparse
import ast
import contextlib
import importlib
import json
import os
import pathlib
import re
import sys
import types
import warnings

warnings.simplefilter("ignore")

import numpy
import torch
from torch._dynamo import trace_rules
from torch._dynamo.variables.misc import get_np_to_tnp_map

import calls
import describe
import dynamo
import modules
import operators
import tables
from observe import in_child, LONG

FOLDER = pathlib.Path(__file__).parent.parent / "generated"
PUBLIC = re.compile(r"\w+(\.\w+)+")
SKIPPED_IN = """torch torch.accelerator torch.amp torch.autograd torch.autograd.graph torch.backends.cuda torch.backends.cudnn
torch.compiler torch.cuda torch.cuda.amp torch.distributed torch.func torch.fx torch.hub torch.jit torch.library torch.multiprocessing
torch.nn.init torch.nn.utils torch.nn.utils.rnn torch.onnx torch.package torch.profiler torch.random torch.serialization
torch.sparse torch.special torch.testing torch.utils torch.utils.checkpoint torch.utils.data torch.utils.dlpack""".split()


def complain(text):
    """What a person has to look at."""
    print(text, file=sys.stderr, flush=True)


def isolated(subject):
    """The row of a subject, measured in a process of its own."""
    def measure():
        complaints = []
        try:
            return describe.describe(subject, complaints.append), complaints
        except Exception as raised:
            return None, [f"{subject.name}: {type(raised).__name__}: {raised}"]

    row, complaints = in_child(measure, LONG) or (None, [f"{subject.name}: crashed or took too long"])
    for each in complaints if row else [*complaints, f"{subject.name}: nothing can be said"]:
        complain(each)
    return row


def described(subjects, pattern):
    """The rows of subjects, by name."""
    rows = {}
    for name, subject in sorted(subjects.items()):
        if not re.search(pattern, name) or not PUBLIC.fullmatch(name):
            continue
        if row := isolated(subject):
            rows[name] = row
    return rows


def together(*sources):
    """Subjects of the same name from several sources, with the calls of all."""
    merged = {}
    for source in sources:
        for name, subject in source.items():
            known = merged.setdefault(name, subject)
            if known is not subject:
                known.cases += subject.cases
    return merged


def skipped():
    """Functions of torch that Dynamo is told not to trace."""
    for module in SKIPPED_IN:
        for short, value in vars(importlib.import_module(module)).items():
            of_torch = str(getattr(value, "__module__", None) or "torch").startswith("torch")
            if short.startswith("_") or not callable(value) or isinstance(value, type) or not of_torch:
                continue
            try:
                rule = trace_rules.lookup(value)
            except Exception:
                continue
            if rule is torch._dynamo.variables.SkipFunctionVariable:
                yield {"name": f"{module}.{short}", "break": "GB0007", "rule": "GM501", "when": "always"}


def skipped_packages():
    """Packages of which Dynamo traces nothing."""
    for package in trace_rules.THIRDPARTY_SKIPLIST:
        if package != "numpy":
            yield {"name": f"{package}.*", "gives": "object", "break": "GB0007", "rule": "GM501", "when": "always"}


def array_word(function):
    """The word for the dtype of the arrays that a function of numpy makes of one or two others, if it is always the same."""
    made = []
    for dtype in (float, int, bool):
        array = numpy.ones((2, 2), dtype)
        for arguments in ((array,) * getattr(function, "nin", 1), (array,) * getattr(function, "nin", 2)):
            with contextlib.suppress(Exception):
                made.append(function(*arguments))
    kinds = {each.dtype.kind if isinstance(each, (numpy.ndarray, numpy.generic)) else "" for each in made}
    return {"b": " boolean", "i": " integer"}.get("".join(kinds), "")


def numpy_functions():
    """The functions of numpy, by whether torch has its own version of them."""
    for prefix, module in (("numpy", numpy), ("numpy.linalg", numpy.linalg), ("numpy.fft", numpy.fft), ("numpy.random", numpy.random)):
        for short in dir(module):
            value = getattr(module, short)
            if short.startswith("_") or not callable(value) or isinstance(value, type) and short[0].isupper():
                continue
            row = {"name": f"{prefix}.{short}", "gives": "array"}
            if value in get_np_to_tnp_map():
                row["gives"] += array_word(value)
            elif not isinstance(value, type):
                row |= {"break": "GB0294", "rule": "GM501", "when": "always"}
            yield row


def builtin_members():
    """That the classes of Python have such members; what they give is the interpreter's affair."""
    for kind in (str, bytes, int, float, complex, list, tuple, dict, set, frozenset, range, slice):
        for member in dir(kind):
            if not member.startswith("_"):
                yield {"name": f"builtins.{kind.__name__}.{member}"}


def names_of(folder):
    """The functions and classes of torch that have rows, the generated ones and those by hand."""
    for file in (folder / "functions.json", folder / "modules.json", FOLDER.parent / "functions.json"):
        yield from (row["name"] for row in tables.read(file) if "alias" not in row)


def reexports(folder):
    """Other paths by which the functions and classes of torch are imported: the module that defines them, and the modules
    of the same package that have them by the same name."""
    places = {}
    for path, module in sorted(sys.modules.items()):
        if path.startswith("torch."):
            for short, value in list(vars(module).items()):
                places.setdefault((id(value), short), []).append((path, value))
    for name in sorted({*names_of(folder)}):
        value, short = operators.resolve(name), name.rpartition(".")[2]
        if not name.startswith("torch.") or not isinstance(value, (type, types.FunctionType)):
            continue
        package = ".".join(name.split(".")[:2]) + "."
        for path, same in places.get((id(value), short), []):
            public = not any(part.startswith("_") for part in path.split("."))
            near = path.startswith(package) and name.count(".") > 1
            if same is value and f"{path}.{short}" != name and (path == value.__module__ or (public and near)):
                yield f"{path}.{short}", name


def only_breaks(rows):
    """What Python gives is written by hand; of its calls only how they break is measured."""
    for name, row in rows.items():
        kept = {key: value for key, value in row.items() if key in ("name", "break", "rule", "when", "argument", "context", "rows", "symbols")}
        if len(kept) > 1:
            yield name, kept


def plain(text):
    """An explanation as its reader sees it: where the registry has the code that makes it, the literal parts of that."""
    try:
        parsed = ast.parse(text, mode="eval").body
    except SyntaxError:
        return text
    if isinstance(parsed, (ast.Name, ast.Call, ast.BinOp)):
        return "".join(node.value for node in ast.walk(parsed) if isinstance(node, ast.Constant) and isinstance(node.value, str)).strip()
    return text


def registry():
    """PyTorch's own list of breaks; old releases have none."""
    file = pathlib.Path(torch.__file__).parent / "_dynamo" / "graph_break_registry.json"
    if not file.exists():
        return
    for id_, versions in sorted(json.loads(file.read_text()).items()):
        newest = versions[0]
        yield {"id": id_, "type": newest["Gb_type"], "explanation": plain(newest["Explanation"]), "hints": "\n".join(newest["Hints"])}


def collect(pattern, folder):
    """All rows, file by file: (file, {name: row})."""
    match = lambda rows: {row["name"]: row for row in rows if re.search(pattern, row["name"])}
    yield "python", match(skipped_packages()) | match(builtin_members()) | dict(only_breaks(described(calls.subjects("python.calls"), pattern)))
    yield "numpy", match(numpy_functions()) | described(calls.subjects("numpy.calls"), pattern)
    yield "modules", match(modules.rows(isolated, lambda name: re.search(pattern, name)))
    others = {name: {"name": name, "alias": of} for name, of in operators.aliases()}
    apis = together(operators.subjects(), calls.subjects("torch.calls"), calls.subjects("tensor.calls"))
    rows = match(skipped()) | described(apis, pattern)
    rows |= match(row for name, row in others.items() if name not in rows and row["alias"] in rows)
    known = {*rows, *names_of(folder), *(row["name"] for row in tables.read(FOLDER.parent / "modules.json"))}
    rows |= match({"name": name, "alias": of} for name, of in reexports(folder) if name not in known)
    is_member = re.compile(r"torch\.Tensor\.|torch\.nn\.Module|torch\.optim\.Optimizer|torch\.optim\.lr_scheduler\.LRScheduler\.|"
                           r"torch\.amp\.GradScaler\.|torch\.Generator\.")
    yield "functions", {name: row for name, row in rows.items() if not is_member.match(name)}
    yield "methods", {name: row for name, row in rows.items() if is_member.match(name)}


def main():
    """Measures, and writes what it found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a regular expression on names; the other rows stay as they are")
    parser.add_argument("--into", type=pathlib.Path, default=FOLDER)
    options = parser.parse_args()
    dynamo.listen()
    dynamo.warm()
    release = ".".join(torch.__version__.split(".")[:2])
    for file, rows in collect(options.only, options.into):
        tables.update(options.into / f"{file}.json", rows, release, options.only)
    tables.update_breaks(options.into / "breaks.json", registry(), release)
    tables.add_release(options.into / "releases.json", release)
    os._exit(0)  # compiled code holds on to threads


if __name__ == "__main__":
    main()
