import torch


def f(x: f().y, n: f(f().y).z = 1):
    return x


@torch.compile
def g(x):
    return f(x)
