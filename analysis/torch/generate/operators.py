"""The operators that torch tests itself with, with the sample arguments of those tests, as subjects of experiments."""
import itertools
from dataclasses import dataclass, field

import torch
from torch.testing._internal.common_methods_invocations import op_db

from observe import Case

DTYPES = (torch.float32, torch.int64, torch.bool, torch.float16, torch.complex64)
PER_DTYPE = 40
REORDERED = {"torch.where"}  # the tests call it through a function with another order of arguments


@dataclass
class Subject:
    """Something with a public name, and calls of it. Of a method, the receiver is the first argument."""

    name: str
    call: object
    cases: list = field(default_factory=list)
    method: bool = False


def resolve(name):
    """The object of a dotted name, or None."""
    value = torch
    for part in name.split(".")[1:]:
        value = getattr(value, part, None)
    return value


def samples(op):
    """Calls with the operator's own sample arguments, as (input, arguments, keywords), for a few dtypes."""
    supported = op.supported_dtypes("cpu")
    for dtype in DTYPES:
        if dtype not in supported:
            continue
        torch.manual_seed(0)
        try:
            for sample in itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=False), PER_DTYPE):
                yield (sample.input, *sample.args), sample.kwargs
        except Exception:
            continue


def spellings(entry):
    """The public names of an operator, or of an alias of it: {kind of spelling: (name, callable)}."""
    names = {}
    name = "torch." + entry.name
    if callable(resolve(name)) and not entry.name.startswith(("_", "torch.")) and name not in REORDERED:
        names["function"] = (name, resolve(name))
    for kind in ("method_variant", "inplace_variant"):
        short = getattr(getattr(entry, kind), "__name__", "")
        if short and not short.startswith("_") and hasattr(torch.Tensor, short):
            names[kind] = ("torch.Tensor." + short, getattr(torch.Tensor, short))
    return names


def subjects():
    """One Subject for each public name, over all variants of the operator."""
    found = {}
    for op in op_db:
        calls = list(samples(op))
        for kind, (name, call) in spellings(op).items():
            subject = found.setdefault(name, Subject(name, call, method=kind != "function"))
            subject.cases += [Case(call, arguments, keywords) for arguments, keywords in calls]
    return found


def aliases():
    """Other names of the same operators: (name, the name that it stands for)."""
    for op in op_db:
        names = spellings(op)
        for entry in op.aliases:
            for kind, (name, _) in spellings(entry).items():
                if kind in names:
                    yield name, names[kind][0]
