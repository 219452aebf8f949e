"""A region that is compiled once is an operator of the graph: a break in it is an error."""

import torch


@torch.compiler.nested_compile_region
def region_print(x):
    x = x * 2
    print("in region")
#   ^^^^^^^^^^^^^^^^^^ GM401 error
    return x.sin()


@torch.compiler.nested_compile_region
def region_item(x):
    return x * x.sum().item()
    #          ^^^^^^^^^^^^^^ GM201 error


@torch.compiler.nested_compile_region
def region_branch(x):
    if x.sum() > 0:
    #  ^^^^^^^^^^^ GM101 error
        return x + 1
    return x - 1


@torch.compiler.nested_compile_region
def region_fine(x):
    return x.sin()


@torch.compile
def r_print(x: torch.Tensor):
    return region_print(x + 1) * 2


@torch.compile
def r_item(x: torch.Tensor):
    return region_item(x + 1) * 2


@torch.compile
def r_branch(x: torch.Tensor):
    return region_branch(x + 1) * 2


@torch.compile
def r_fine(x: torch.Tensor):
    return region_fine(x + 1) * 2


@torch.compile
def r_loop(x: torch.Tensor):
    for i in range(2):
        x = region_print(x)
    return x
