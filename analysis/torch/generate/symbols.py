"""What a call takes where all is one graph: tensors that have as many rows as the data says, and numbers of the data.

Both are symbols to the compiler, which does not know them while it traces. A call that asks for one raises there.
"""
import contextlib
import io
import re
import warnings

import torch
from torch.utils._pytree import tree_flatten, tree_map

SEED = 7
SIZES = re.compile(r"degrees of freedom|size|shape|dimension|elements")  # what a warning may be about that depends on them
TOLERANCE = {"rtol": 1e-4, "atol": 1e-5, "equal_nan": True}


def rows_kept(count):
    """Masks that keep all rows, most, one and none."""
    for kept in (count, count - 1, 1, 0):
        yield torch.arange(count) < kept


def in_one_graph(function):
    """The function, compiled so that nothing may break."""
    torch._dynamo.reset()
    return torch.compile(function, backend="aot_eager", fullgraph=True)


def outcome(function, arguments):
    """The leaves of the result and what PyTorch warns of, or None if the call raises."""
    torch.manual_seed(SEED)
    torch.set_warn_always(True)
    try:
        with warnings.catch_warnings(record=True) as told, contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("always")
            leaves = tree_flatten(function(*arguments))[0]
    except Exception:
        return None
    return [*leaves, *sorted({str(each.message).split("(Triggered")[0] for each in told if SIZES.search(str(each.message))})]


def same(one, other):
    """Whether two outcomes are: both raise, or give the same."""
    if one is None or other is None:
        return one is other
    return len(one) == len(other) and all(map(same_leaf, one, other))


def same_leaf(one, other):
    """Whether two leaves are equal, up to rounding."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.shape == other.shape and one.dtype == other.dtype and torch.allclose(one.to_dense(), other.to_dense(), **TOLERANCE)
    return type(one) is type(other) and (one == other or one != one)


def agree(function, calls):
    """Whether the function gives in one graph what it gives without, for all the calls; None if none of them works."""
    expected = [outcome(function, arguments()) for arguments in calls]
    if all(each is None for each in expected):
        return None
    compiled = in_one_graph(function)
    with contextlib.suppress(Exception):
        return all(same(each, outcome(compiled, arguments())) for each, arguments in zip(expected, calls))
    return False


def takes_rows(case):
    """Whether the call takes tensors whose rows a mask has selected; None where it cannot be tried."""
    counts = [tensor.shape[0] for tensor in case.tensors if tensor.dim()]
    if not counts:
        return None

    def selected(arguments, keywords, mask):
        def select(leaf):
            return leaf[mask] if isinstance(leaf, torch.Tensor) and leaf.dim() and leaf.shape[0] == counts[0] else leaf
        return case.call(*tree_map(select, arguments), **tree_map(select, keywords))

    def call(mask):
        fresh = case.fresh()
        return fresh.arguments, fresh.keywords, mask

    return agree(selected, [lambda mask=mask: call(mask) for mask in rows_kept(counts[0])])


def number_at(case, where):
    """The number at a position or keyword, or the first of several there; None if there is none."""
    value = case.keywords.get(where) if isinstance(where, str) else case.arguments[where]
    number = value[0] if isinstance(value, (list, tuple)) and value else value
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else None


def takes_number(case, where):
    """Whether the call takes a number of the data at a position or keyword; None where it cannot be tried."""
    number = number_at(case, where)
    if number is None:
        return None

    def given(arguments, keywords, held):
        value = keywords[where] if isinstance(where, str) else arguments[where]
        number = (held + 0).item()  # an input on the CPU is read while tracing; this one is not there yet
        if isinstance(value, (list, tuple)):
            number = (number, *value[1:]) if isinstance(value, tuple) else [number, *value[1:]]
        if isinstance(where, str):
            return case.call(*arguments, **{**keywords, where: number})
        return case.call(*arguments[:where], number, *arguments[where + 1:], **keywords)

    def call(held):
        fresh = case.fresh()
        return fresh.arguments, fresh.keywords, torch.tensor(held, dtype=torch.float64 if isinstance(number, float) else torch.int64)

    return agree(given, [lambda held=held: call(held) for held in (number, number + 1, number - 1)])
