# What `__init__` and `__new__` of another file make, where both files speak of compile.
import torch
from layers import Chosen, Scale, Scripted
from torch import nn


class ByInit(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.linear = Scripted(size)

    def forward(self, x: torch.Tensor):
        return self.linear(x + 1)


class ByNew(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.linear = Chosen(size)
        self.scale = Scale()

    def forward(self, x: torch.Tensor):
        return self.linear(x + 1) * self.scale.factor


by_init, by_new = torch.compile(ByInit(8)), torch.compile(ByNew(8))
