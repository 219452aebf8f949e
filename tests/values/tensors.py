"""What operations on tensors give: dtype, rank, numbers that the data decided, and what is known while tracing."""

import torch
import torch.nn.functional as F


@torch.compile
def f(x: torch.Tensor, n: int):
    a = x.sum()
    #   ^^^^^^^ value: tensor rank0
    b = a > 0
    #   ^^^^^ value: tensor bool rank0
    c = (x > 0).any()
    #   ^^^^^^^^^^^^^ value: tensor bool rank0
    d = a.item()
    #   ^^^^^^^^ value: tensor number
    e = d + 1
    #   ^^^^^ value: tensor number
    g = int(a)
    #   ^^^^^^ value: tensor number
    h = F.relu(x) * 2
    #   ^^^^^^^^^^^^^ value: tensor
    i = torch.zeros(3, n)
    #   ^^^^^^^^^^^^^^^^^ value: tensor float rank2
    j = torch.arange(n).float()
    #   ^^^^^^^^^^^^^^^^^^^^^^^ value: tensor float rank1
    k = x.shape[0]
    #   ^^^^^^^^^^ value: shape number
    l = x.size(0) * 2 + x.numel()
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^ value: shape number
    m = len(x)
    #   ^^^^^^ value: shape number
    o = x.dtype
    #   ^^^^^^^ value: constant
    p = x.dim() == 2
    #   ^^^^^^^^^^^^ value: constant
    q = x.is_cuda
    #   ^^^^^^^^^ value: constant
    r = x.tolist()
    #   ^^^^^^^^^^ value: list of tensor number
    s = x[0, :]
    #   ^^^^^^^ value: tensor
    t = x[x > 0]
    #   ^^^^^^^^ value: tensor
    u = -a if n else a
    #   ^^^^^^^^^^^^^^ value: tensor rank0
    v = x is None
    #   ^^^^^^^^^ value: False
    w = not b
    #   ^^^^^ value: constant
    return d, e, g, h, i, j, k, l, m, o, p, q, r, s, t, u, v, w, c
