import torch


@torch.compile
def f(x):
    global x
    return x
