"""Joins, loops, and branches that tracing decides."""

import torch


@torch.compile
def joined(x: torch.Tensor, flag: bool, n: int):
    if flag:
        a = x
    else:
        a = x.sum()
    b = a
    #   ^ value: tensor
    if n > 3:
        c = 1
    else:
        c = None
    d = c
    #   ^ value: 1 or None
    total = 0
    for i in range(n):
        e = i
        #   ^ value: constant
        total = total + x.mean()
    f = total
    #   ^^^^^ value: tensor or None
    while total is None:
        total = 1
    try:
        g = x.sum()
    except RuntimeError as error:
        g = error
    h = g
    #   ^ value: tensor or None
    if False:
        i = x
        #   ^ value: never
    return b, d, e, f, h


@torch.compile
def guarded(x, y=None):
    z = torch.relu(x)
    if y is None:
        a = y
        #   ^ value: None
        return z
    b = y
    #   ^ value: unknown
    if isinstance(y, int):
        c = y
        #   ^ value: unknown
    if torch.is_tensor(y):
        d = y
        #   ^ value: tensor
    return z * y
