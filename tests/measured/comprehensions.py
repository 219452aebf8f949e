"""What becomes of comprehensions in a function that is left to eager, each with tensors to be compiled for or without."""

import torch
import torch.nn.functional as F


def broken(x: torch.Tensor):
    torch._dynamo.graph_break()
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x + 1


def lossy(x: torch.Tensor):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x + 1


@torch.compile
def behind(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return [x + len(name) for name in names]
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip


@torch.compile
def before(x: torch.Tensor, names: list[str]):
    made = {name: x + 1 for name in names}
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return made


@torch.compile
def inside(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
        made = {x.dtype for name in names}
        #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    return made


@torch.compile
def in_try(x: torch.Tensor, names: list[str]):
    try:
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    except ValueError:
        pass
    return [x + len(name) for name in names]
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip


@torch.compile
def split_alone(x: torch.Tensor, names: list[str]):
    torch._dynamo.graph_break()
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    x = x + 1
    return [x + len(name) for name in names]


@torch.compile
def split_between(x: torch.Tensor, names: list[str]):
    made = [x + len(name) for name in names]
    torch._dynamo.graph_break()
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    x = x + 1
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x, made


@torch.compile
def split_before(x: torch.Tensor, names: list[str]):
    torch._dynamo.graph_break()
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    made = [x + len(name) for name in names]
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x, made


@torch.compile
def split_behind(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    torch._dynamo.graph_break()
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return [x + len(name) for name in names]
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip


@torch.compile
def calls_in_loop(x: torch.Tensor, names: list[str]):
    for i in range(2):
        x = broken(x)
    return [x + len(name) for name in names]
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip


@torch.compile
def calls_lossy(x: torch.Tensor, names: list[str]):
    x = lossy(x) + 1
    return [x + len(name) for name in names]


def listed(x: torch.Tensor, names: list[str]):
    return [x + len(name) for name in names]


@torch.compile
def calls_listed(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return listed(x, names)


@torch.compile
def conditional(x: torch.Tensor, names: list[str], verbose: bool):
    for i in range(2):
        if verbose:
            torch._dynamo.graph_break()
#           ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip conditional
    return [x + len(name) for name in names]  # torch: skip where verbose is true


@torch.compile
def names_torch(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    a = [torch.ones(len(name)) for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    b = [F.relu for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    c = [len(name) for name in names]
    d = [lambda: torch.ones(1) for name in names]
    e = [lambda: x for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    f = [row + 1 for row in [x]]
    g = [name for name in names if x is not None]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    h = [row for name in names for row in [x]]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    return x


@torch.compile
def holds(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    listed, pair, keyed, kept, nested = [x], (x, 1), {"a": x}, {x}, [[x]]
    a = [listed for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    b = [pair for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    c = [keyed for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    d = [kept for name in names]
    e = [nested for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    f = [x.shape for name in names]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    return x


@torch.compile
def iterates(x: torch.Tensor, names: list[str]):
    for i in range(2):
        torch._dynamo.graph_break()
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    a = [x + i for i in range(2)]
    b = [x + 1 for name in tuple(names)]
    c = [x + 1 for row in x]
    d = [x + size for size in x.shape]
    e = [x + i for i in [1, 2]]
    f = [x + i for i, name in enumerate(names)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    g = [x + i for i, name in zip([1], names)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    h = [x + 1 for name in {"a": 1}]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    k = [x + value for value in {"a": 1}.values()]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    m = [x + value for name, value in {"a": 1}.items()]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    n = [x + 1 for name in set(names)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    o = [x + 1 for name in reversed(names)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    p = [x + 1 for name in sorted(names)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    q = [x + 1 for row in x.split(1)]
    r = [x + 1 for row in list(x)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    s = [x + 1 for name in map(len, names)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM603 skip
    return x
