import torch


@torch.compile
def f(x, y, flag=True):
    if x.sum() > 0:
        y = y + 1
    else:
        y = y - 1
    if flag:
        print(y)
    return y, x.max().item() > 3
