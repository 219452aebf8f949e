import torch


def doubled(a):
    return a * 2.0


@torch.compile
def views(x: torch.Tensor, w: torch.Tensor):
    y = x * 1.5
    z = y.view(-1)
    y += 1.0
    u = w[1:]
    v = x.clone()
    v.add_(w)
    t = z + u.sum()
    return y, v, t


@torch.compile
def branches(x: torch.Tensor, w: torch.Tensor, flag: bool):
    y = x * 1.5
    if flag:
        z = x + w
        y = w
    else:
        y = y.exp()
    if x.sum() > 0:
        y = y + 1.0
    z = y.detach() * 2.0
    return z


@torch.compile
def loops(x: torch.Tensor, n: int):
    y = x * 1.5
    total = torch.zeros_like(x)
    kept = []
    for k in range(n):
        last = y
        y = y * 0.5
        total += y
        if k > 2:
            continue
        kept.append(y)
    else:
        done = total.sum()
    return total, kept


@torch.compile
def handled(x: torch.Tensor, w: torch.Tensor):
    y = x - 1.0
    try:
        z = torch.add(x, w)
        y = z * 2.0
    except RuntimeError as error:
        y = x
        z = y.abs()
    finally:
        y = y + 1.0
    with torch.no_grad():
        y = y * 2.0
    return y + z


@torch.compile
def captured(x: torch.Tensor):
    y = x * 1.5
    later = lambda: y + z
    z = x.relu()
    y = y * 2.0
    return later()


@torch.compile
def called(x: torch.Tensor, act, holder):
    y = doubled(x)
    z = act(y)
    holder.state = y
    y = x / holder.scale
    s = x.max()
    m = x > 0.5
    y[m] = 0.0
    u = torch.where(m, y, 0.0)
    torch.add(x, 1.0, out=u)
    del z
    return s.item() + u
