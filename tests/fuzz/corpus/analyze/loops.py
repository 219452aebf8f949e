import torch
@torch.compile
def f(x, n=3):
    out = []
    for i in range(n):
        if x[i].sum() > 0: out.append(x[i].item())
        elif x.shape[0] > i: x = torch.where(x > 0, x, -x)
    while x.max() > 1: x = x / 2
    return torch.stack(out), len(out), print(x)
