"""Reads the files of example calls: one Python expression (or `with` header) a line, named by what it calls.

`torch.relu(t)` is a call of torch.relu, `t.shape` a read of torch.Tensor.shape, `log.info("a")` a call of
logging.Logger.info, `with torch.no_grad()` enters a context manager. The variables are those of `variables()`; a line
with `t` is run for several dtypes.
"""
import ast
import builtins
import collections
import dataclasses
import functools
import hashlib
import importlib
import io
import logging
import os
import pathlib
import re
import string
import threading
import types

import numpy
import torch
import torch.fx.passes.shape_prop
import torch.utils.hooks

from observe import Case
from operators import Subject

FOLDER = pathlib.Path(__file__).parent / "calls"
KINDS = (torch.float32, torch.int64, torch.bool, torch.float16)
SHORT = {"np": "numpy", "nn": "torch.nn", "F": "torch.nn.functional"}
OWNERS = {
    torch.nn.Parameter: "torch.nn.Parameter", torch.Tensor: "torch.Tensor", numpy.ndarray: "numpy.ndarray", logging.Logger: "logging.Logger",
    torch.Generator: "torch.Generator", torch.nn.ModuleList: "torch.nn.ModuleList", torch.nn.ModuleDict: "torch.nn.ModuleDict",
    torch.fx.GraphModule: "torch.fx.GraphModule", torch.fx.passes.shape_prop.ShapeProp: "torch.fx.passes.shape_prop.ShapeProp",
    torch.fx.Graph: "torch.fx.Graph", torch.fx.Node: "torch.fx.Node", type(hashlib.sha256()): "hashlib.HASH", hashlib.blake2b: "hashlib.HASH",
    torch.fx.Interpreter: "torch.fx.Interpreter", torch.fx.Tracer: "torch.fx.Tracer", torch.nn.Module: "torch.nn.Module", torch.optim.Optimizer: "torch.optim.Optimizer",
    torch.optim.lr_scheduler.LRScheduler: "torch.optim.lr_scheduler.LRScheduler", torch.amp.GradScaler: "torch.amp.GradScaler", pathlib.Path: "pathlib.Path",
    string.Template: "string.Template", io.StringIO: "io.StringIO", io.BytesIO: "io.BytesIO", io.TextIOWrapper: "io.TextIOWrapper",
    threading.Thread: "threading.Thread", threading.Event: "threading.Event", torch.UntypedStorage: "torch.UntypedStorage",
    torch.utils.hooks.RemovableHandle: "torch.utils.hooks.RemovableHandle",
}
MODULES = """abc array atexit base64 bisect builtins cmath collections concurrent.futures contextlib copy ctypes dataclasses datetime
decimal enum fractions functools gc glob hashlib heapq importlib importlib.util inspect io itertools json linecache logging math
multiprocessing numbers operator os pathlib pickle platform pprint queue random re secrets shutil signal statistics string
struct subprocess sys tempfile textwrap threading time traceback types typing uuid warnings weakref zlib
numpy torch torch.autograd.forward_ad torch.distributed torch.export torch.fx torch.fx.passes.shape_prop torch.fx.traceback torch.nn.attention torch.nn.utils.parametrizations
torch.nn.utils.parametrize torch.nn.utils.rnn torch.profiler torch.testing._internal.common_utils torch.utils.checkpoint
torch.utils.data torch.utils.flop_counter""".split()


@dataclasses.dataclass
class Point:
    """A data class for the examples."""

    a: object
    b: object


def python_function(value):
    """A plain function for the examples."""
    return value


def variables(kind=torch.float32):
    """What the expressions may name and Dynamo meets as arguments."""
    x = torch.arange(16.0).reshape(4, 4) / 7 + 0.3
    i = torch.arange(16).reshape(4, 4) % 4
    return {
        "t": torch.cat([x, x[:, :1]], 1)[:3].to(kind), "x": x, "y": x + 1, "i": i, "m": i > 1, "v": x[0].clone(), "k": i[0].clone(),
        "s": x.sum(), "n": i.max(), "c": torch.complex(x, x), "batch": torch.ones(2, 4, 4), "square": x + torch.eye(4) * 9,
        "image": torch.arange(2 * 3 * 8 * 8.0).reshape(2, 3, 8, 8) / 99, "leaf": torch.ones(4, requires_grad=True),
        "a": numpy.arange(16.0).reshape(4, 4) + 1, "b": numpy.arange(4),
    }


@functools.cache
def scope():
    """What the expressions may name and Dynamo meets as globals."""
    for name in MODULES:
        importlib.import_module(name)
    names = {name.partition(".")[0]: importlib.import_module(name.partition(".")[0]) for name in MODULES}
    names |= {short: importlib.import_module(full) for short, full in SHORT.items()}
    linear = torch.nn.Linear(4, 4)
    optimizer = torch.optim.SGD(linear.parameters(), lr=0.1)
    graph = torch.fx.symbolic_trace(linear).graph
    return names | {
        "log": logging.getLogger("example"), "generator": torch.Generator(), "linear": linear, "lstm": torch.nn.LSTM(4, 4),
        "listed": torch.nn.ModuleList([linear]), "named": torch.nn.ModuleDict({"a": linear}), "norm": torch.nn.BatchNorm1d(4),
        "optimizer": optimizer, "scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 1),
        "scaler": torch.amp.GradScaler("cpu"), "weight": torch.nn.Parameter(torch.ones(4)),
        "stream": io.StringIO(), "buffer": io.BytesIO(), "file": open(os.devnull, "w"), "template": string.Template("$a"),
        "lock": threading.Lock(), "thread": threading.Thread(target=int), "event": threading.Event(),
        "traced": torch.fx.symbolic_trace(linear), "tracer": torch.fx.Tracer(), "graph": graph, "node": next(iter(graph.nodes)), "digest": hashlib.sha256(), "blake": hashlib.blake2b(), "interpreter": torch.fx.Interpreter(torch.fx.symbolic_trace(linear)),
        "shapes": torch.fx.passes.shape_prop.ShapeProp(torch.fx.symbolic_trace(linear)), "handle": torch.nn.Identity().register_forward_pre_hook(print), "Point": Point, "abs_python": python_function,
    }


def evaluate(node, local):
    """The value of a part of an expression."""
    return eval(compile(ast.Expression(node), "example", "eval"), scope(), dict(local))


def name_of(called, local):
    """The public name of what an expression calls or reads, and whether it is a member of a value."""
    held = isinstance(called, ast.Attribute) and called.value
    of_module = isinstance(held, ast.Attribute) and isinstance(evaluate(held.value, local), types.ModuleType)
    if held and not of_module:  # sys.stdout.write is known by that name
        owner = evaluate(held, local)
        for kind, name in OWNERS.items():
            if isinstance(owner, kind):
                return f"{name}.{called.attr}", True
    root, _, rest = ast.unparse(called).partition(".")
    if not rest and hasattr(builtins, root):
        return "builtins." + root, False
    return ".".join(filter(None, [SHORT.get(root, root), rest])), False


def case_of(expression, local, member):
    """The call (or read) as a Case; its arguments are there for what is to be said about them."""
    if not isinstance(expression, ast.Call):
        name = expression.attr
        return Case(lambda first: getattr(first, name), (evaluate(expression.value, local),))
    positional = [evaluate(argument, local) for argument in expression.args]
    keywords = {keyword.arg: evaluate(keyword.value, local) for keyword in expression.keywords}
    if not member:
        return Case(evaluate(expression.func, local), tuple(positional), keywords)
    name = expression.func.attr
    return Case(lambda first, *rest, **named: getattr(first, name)(*rest, **named),
                (evaluate(expression.func.value, local), *positional), keywords)


def function(case, body=("r = {}",)):
    """A function over the variables that runs a case between two operations of a graph, the first of which makes `y`."""
    lines = ["y = x + 1", *(line.format(case.source) for line in body), "return y + 2"]
    text = f"def subject({', '.join(variables())}):\n" + "".join(f"    {line}\n" for line in lines)
    made = {}
    exec(compile(text, f"<{case.source}>", "exec"), scope(), made)
    return made["subject"]


def subjects(file):
    """The subjects of a file: {name: Subject}."""
    found = collections.defaultdict(lambda: Subject("", None))
    for line in (FOLDER / file).read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        source = line.removeprefix("with ")
        expression = ast.parse(source, mode="eval").body
        for kind in KINDS if re.search(r"\bt\b", source) else KINDS[:1]:
            try:
                name, member = name_of(expression.func if isinstance(expression, ast.Call) else expression, variables(kind))
                case = case_of(expression, variables(kind), member)
            except Exception as raised:
                print(f"{file}: {line}: {type(raised).__name__}: {raised}")
                continue
            case.source, case.entered, case.kind = source, source != line, kind
            case.again = functools.partial(again, expression, kind, member, case)
            subject = found[name]
            subject.name, subject.method = name, member
            subject.call = subject.call or (getattr(torch.Tensor, name.rpartition(".")[2], None) if member else case.call)
            subject.cases.append(case)
    return dict(found)


def again(expression, kind, member, case):
    """The same call, with everything in it evaluated anew."""
    made = case_of(expression, variables(kind), member)
    return dataclasses.replace(case, call=made.call, arguments=made.arguments, keywords=made.keywords)
