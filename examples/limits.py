"""Three layers that are quiet when it gets too loud, and a model that says what it saw: what fixes bring."""
import torch
from torch import nn


class Limit(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.mix = nn.Linear(width, width)

    def forward(self, x: torch.Tensor):
        y = torch.relu(self.mix(x)) * 1.5
        if y.abs().max() > 4.0:
            y = y * 0.25
        else:
            y = y + 1.0
        return y


class Model(nn.Module):
    def __init__(self, width: int = 32, depth: int = 3):
        super().__init__()
        self.limits = nn.Sequential(*(Limit(width) for _ in range(depth)))

    def forward(self, x: torch.Tensor):
        return torch.tanh(self.limits(x))


def build():
    return Model(), torch.randn(8, 32)
