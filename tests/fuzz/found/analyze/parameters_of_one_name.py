import torch


@torch.compile
def scale(x, x, by, x, *by, **x):
    return torch.relu(x) * by, lambda y, y, *y: y + x


def half(x, x=0.5, *, x):
    return x


@torch.compile
def f(x):
    return scale(x, x, x, x, by=x), half(x, 1, x=2)
