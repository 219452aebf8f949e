"""Breaks below activation checkpointing: what counts is where the function is called."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def block(x):
    x = x * 2
    print("in block")
#   ^^^^^^^^^^^^^^^^^ GM401 skip
    return x.sin()


def clean(x):
    return x.sin()


def item(x):
    return x * x.sum().item()
    #          ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def ck_print(x: torch.Tensor):
    y = x + 1
    y = checkpoint(block, y, use_reentrant=False)
    return y * 2


@torch.compile
def ck_item(x: torch.Tensor):
    y = x + 1
    y = checkpoint(item, y, use_reentrant=False)
    return y * 2


@torch.compile
def ck_item_re(x: torch.Tensor):
    y = x + 1
    y = checkpoint(item, y, use_reentrant=True)
    return y * 2


@torch.compile
def ck_loop(x: torch.Tensor):
    for i in range(2):
        x = checkpoint(block, x, use_reentrant=False)
    return x * 2


def branch(x):
    if x.sum() > 0:
    #  ^^^^^^^^^^^ GM101 split
        return x + 1
    return x - 1


@torch.compile
def ck_branch(x: torch.Tensor):
    y = checkpoint(branch, x + 1, use_reentrant=False)
    return y * 2


def looped(x):
    for i in range(2):
        x = x + 1
        print(i)
#       ^^^^^^^^ GM401 split
    return x


@torch.compile
def ck_looped(x: torch.Tensor):
    y = checkpoint(looped, x + 1, use_reentrant=False)
    return y * 2
