"""Arithmetic, promotion, comparisons, reductions, shapes and widening, as values."""

import math

import torch
import torch.nn.functional as F


@torch.compile
def promoted(x: torch.Tensor, i: torch.LongTensor, n: int, r: float, flag: bool):
    a = torch.ones(2, 3)
    b = torch.arange(4)
    c = a + b
    d = b + 1
    e = b + 1.5
    f = b / 2
    g = b // 2
    h = a > 0
    j = h & (b > 1)
    k = ~h
    l = h.sum()
    m = a.sum(dim=1)
    o = a.sum(dim=-1, keepdim=True)
    p = a.max()
    q = a.max(dim=0)
    s, t = a.max(dim=0)
    u = a.argmax(-1)
    v = a.mean()
    w = a @ a.T
    y = F.softmax(a, dim=-1)
    z = a.view(-1)
    aa = a[0]
    bb = a[..., None]
    cc = a.shape
    dd = a.shape[0] * 2
    ee, ff = a.size()
    gg = a.size(0)
    hh = a.numel() + n
    ii = math.sqrt(n)
    jj = n * r
    kk = a.to(torch.int64)
    ll = a.long()
    mm = a.new_zeros(3)
    nn = torch.zeros_like(b)
    oo = torch.where(a > 0, a, 0.0)
    pp = len(a)
    qq = a.tolist()
    rr = a[a > 0]
    ss = a.nonzero()
    tt = 2 ** 3 + 1
    uu = -tt
    vv = tt > 3
    ww = "a" + "b"
    xx = f"{n}"
    yy = n is None
    zz = x.float().half()
    return c


@torch.compile
def containers(x: torch.Tensor):
    a = [x, 1]
    b = (x, x.sum())
    c = {"x": x, "n": 2}
    d = c["x"]
    e = b[1]
    f = a[0]
    g = [t.sum() for t in (x, x)]
    h = {k: v for k, v in c.items()}
    a.append(x)
    i = a
    j, *k = b
    l = list(b)
    m = dict(y=x)
    n = sorted(c)
    o = tuple(t for t in b)
    p = {1, 2}
    q = a + [x]
    r = zip(a, b)
    s = x.unbind(0)
    t = x.split(2)
    u = x.chunk(2, dim=-1)
    c.update(z=x)
    v = c["x"]
    return v


@torch.compile
def loops(x: torch.Tensor, n: int):
    total = 0
    for i in range(n):
        total += 1
    acc = x
    for i in range(3):
        acc = acc.sum(dim=0)
    out = []
    for t in x.unbind():
        out.append(t.sum())
    state = None
    while n > 0:
        state = x if state is None else state + x
        n -= 1
    return total, acc, out, state
