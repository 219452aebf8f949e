import torch


@torch.compile
def limited(x: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    y = torch.relu(x @ weight)
    if y.abs().max() > 4.0:
        y = y * 0.25
    else:
        y = y + 1.0
    return y
