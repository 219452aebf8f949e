import torch


@torch.compile
def f(x, y):
    return [item := x for item in y], item(x), {(other := y) for other, *item in y}, torch.relu(other)
