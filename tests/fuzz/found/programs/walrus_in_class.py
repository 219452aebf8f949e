import torch


@torch.compile
def f(x):
    class Local:
        rows = [(row := item) for item in range(3)]
        row(x)

    return x
