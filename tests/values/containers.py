"""Tuples, lists, dicts, unpacking, comprehensions."""

import torch


@torch.compile
def f(x: torch.Tensor, n: int):
    pair = x, n
    a = pair
    #   ^^^^ value: tuple (tensor, number)
    b = pair[0]
    #   ^^^^^^^ value: tensor
    first, *others = [x, n, 3]
    c = first
    #   ^^^^^ value: tensor
    d = others
    #   ^^^^^^ value: list of tensor or None
    table = {"x": x, "n": n}
    e = table["x"]
    #   ^^^^^^^^^^ value: tensor
    g = table.get("y")
    #   ^^^^^^^^^^^^^^ value: None
    h = [t * 2 for t in (x, x)]
    #   ^^^^^^^^^^^^^^^^^^^^^^^ value: list of tensor
    i = h[1]
    #   ^^^^ value: tensor
    outputs = []
    for step in range(n):
        outputs.append(x + step)
    j = outputs
    #   ^^^^^^^ value: list of tensor
    k = torch.stack(outputs)
    #   ^^^^^^^^^^^^^^^^^^^^ value: tensor
    values, indices = x.max(dim=0)
    l = indices
    #   ^^^^^^^ value: tensor int
    for index, (left, right) in enumerate(zip(outputs, [1, 2])):
        m = left
        #   ^^^^ value: tensor
        o = right
        #   ^^^^^ value: constant
        p = index
        #   ^^^^^ value: constant
    return a, b, c, d, e, g, i, k, l, m, o, p
