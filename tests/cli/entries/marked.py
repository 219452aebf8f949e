import torch


# graphmend: entry
def above(x: torch.Tensor):
    return x * x.max().item()


def beside(x: torch.Tensor):  # graphmend: entry
    return x * x.max().item()


def unmarked(x: torch.Tensor):
    return x * x.max().item()
