"""Every place where the truth of a tensor is asked."""

import torch


@torch.compile
def everywhere(x: torch.Tensor, y: torch.Tensor, n: int):
    if x.sum() > 0:
        pass
    elif y.any():
        pass
    while x.mean() < 1:
        x = x + 1
    assert x.all(), "message"
    a = x if y.max() > 2 else y
    b = [v for v in [x, y] if v.min() > 0]
    c = x.sum() and y.sum()
    d = not x.any()
    e = 0 < x.sum() < 3
    f = 1 in [x, y]
    g = x in y
    h = bool(x.sum())
    match x.sum():
        case 1:
            pass
        case other:
            pass
    if n > 0 and x.sum() > 0 or y.isnan().any():
        pass
    if (z := x.norm()) > 1:
        x = z
    if x.shape[0] > 1 and x.dim() == 2 and x.dtype == torch.float32 and x is not None:
        x = x + 1
    if x.item() > 0:
        x = -x
    if int(y.sum()):
        x = -x
    for row in x:
        y = y + row
    for _ in range(int(x.max())):
        y = y * 2
    return a, b, c, d, e, f, g, h
