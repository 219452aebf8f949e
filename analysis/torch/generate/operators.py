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
        try:
            for sample in itertools.islice(op.sample_inputs("cpu", dtype, requires_grad=False), PER_DTYPE):
                yield (sample.input, *sample.args), sample.kwargs
        except Exception:
            continue


def functions_and_methods(op):
    """The public spellings of an operator: (name, callable, is a method)."""
    for entry in (op, *op.aliases):
        name = "torch." + entry.name
        if resolve(name) is not None and not entry.name.startswith("_") and name not in REORDERED:
            yield name, resolve(name), False
        for variant in (entry.method_variant, entry.inplace_variant):
            short = getattr(variant, "__name__", "")
            if short and not short.startswith("_") and hasattr(torch.Tensor, short):
                yield "torch.Tensor." + short, getattr(torch.Tensor, short), True


def subjects():
    """One Subject for each public name, over all variants of the operator."""
    found = {}
    for op in op_db:
        calls = list(samples(op))
        for name, call, method in functions_and_methods(op):
            subject = found.setdefault(name, Subject(name, call, method=method))
            subject.cases += [Case(call, arguments, keywords) for arguments, keywords in calls]
    return found
