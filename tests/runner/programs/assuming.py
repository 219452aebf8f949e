"""Fixes that assume that tensors have one shape and dtype, which the calls of one function alone have."""

import torch


@torch.compile
def filled(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
    out = x * 1.0
    hot = x > 0
    out[hot] = y[hot] - z[hot]
    return out + 1.0


@torch.compile
def widened(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
    out = x * 1.0
    hot = x > 0
    out[hot] = y[hot] + z[hot]
    return out + 1.0


if __name__ == "__main__":
    for n in range(3):
        filled(torch.randn(4), torch.randn(4), torch.randn(4))
    if __import__("sys").argv[1:] == ["other"]:
        widened(torch.tensor([1.0, -1.0]), torch.ones(2), torch.ones(2, 1))
