import torch


@torch.compile
def halve(x: torch.Tensor):
    if x.sum() > 0:
        x = x / 2
    print("halved")
    return x
