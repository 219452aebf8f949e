import torch
from torch import nn


class Scripted(nn.Module):
    def __init__(self, size):
        super().__init__()
        self._compiled_main = torch.jit.script(nn.Linear(8, 8))

    def forward(self, x):
        return self._compiled_main(x)


class Chosen:
    def __new__(cls, size):
        return Scripted(size)


class Scale:
    def __new__(cls, *args):
        self = super().__new__(cls)
        self.factor = 2.0
        return self
