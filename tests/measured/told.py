"""Where a break is told to be an error, and where not."""

import torch


@torch._dynamo.error_on_graph_break(True)
def strict(x):
    x = x + 1
    print("s")
#   ^^^^^^^^^^ GM401 error
    return x * 2


@torch.compile
def calls_strict(x: torch.Tensor):
    return strict(x) + 1


@torch.compile
def in_with(x: torch.Tensor):
    with torch._dynamo.error_on_graph_break(True):
        x = x + 1
        print("s")
#       ^^^^^^^^^^ GM401 error
    return x * 2


@torch.compile
def after_with(x: torch.Tensor):
    with torch._dynamo.error_on_graph_break(True):
        x = x + 1
    print("after")
#   ^^^^^^^^^^^^^^ GM401 split
    return x * 2


@torch.compile
@torch._dynamo.error_on_graph_break(True)
def deco_inner(x: torch.Tensor):
    x = x + 1
    print("s")
#   ^^^^^^^^^^ GM401 error
    return x * 2


@torch._dynamo.error_on_graph_break(True)
@torch.compile
def deco_outer(x: torch.Tensor):
    x = x + 1
    print("s")
#   ^^^^^^^^^^ GM401 error
    return x * 2


@torch.compile(fullgraph=True)
def full_allowed(x: torch.Tensor):
    with torch._dynamo.error_on_graph_break(False):
        print("s")
#       ^^^^^^^^^^ GM401 error
    return x * 2


@torch._dynamo.error_on_graph_break(False)
def lenient(x):
    print("l")
#   ^^^^^^^^^^ GM401 split
    return x * 2


@torch.compile
def mixed(x: torch.Tensor):
    with torch._dynamo.error_on_graph_break(True):
        x = lenient(x)
    return x + 1


@torch.compile
def item_strict(x: torch.Tensor):
    with torch._dynamo.error_on_graph_break(True):
        return x * x.sum().item()
        #          ^^^^^^^^^^^^^^ GM201 error
