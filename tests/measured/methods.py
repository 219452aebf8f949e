"""Methods that a class keeps to itself, and methods that are left to eager."""

import torch
from torch import nn


class Private(nn.Module):
    def __shift(self, x: torch.Tensor):
        if x.sum() > 0:
        #  ^^^^^^^^^^^ GM101 split
            return x + 1
        return x

    def forward(self, x: torch.Tensor):
        return self.__shift(x)


private = torch.compile(Private())


class Around(nn.Module):
    def __graph(self, x: torch.Tensor):
        if x.sum() > 0:
        #  ^^^^^^^^^^^ GM101 split
            x = x + 1
        return x, x.max()

    @torch.compiler.disable(recursive=False)
    def forward(self, x: torch.Tensor):
        result, top = self.__graph(x)
        print(top)
        return result


around = torch.compile(Around())


class Left(nn.Module):
    def __graph(self, x: torch.Tensor):
        if x.sum() > 0:
            x = x + 1
        return x

    @torch.compiler.disable
    def forward(self, x: torch.Tensor):
        print(x)
        return self.__graph(x)


left = torch.compile(Left())


class Decorated(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("count", torch.zeros(()))
        self.layer = nn.Linear(3, 3)

    def helper(self, x: torch.Tensor):
        if x.sum() > 0:
        #  ^^^^^^^^^^^ GM101 split
            return x
        return -x

    @torch.compile
    def step(self, x):
        if self.count > 3:
        #  ^^^^^^^^^^^^^^ GM101 split
            x = x * 2
        return self.helper(self.layer(x))


class Meter:
    def __init__(self):
        self.best = torch.tensor(1e9)

    @torch.compile
    def __call__(self, x):
        if x.mean() < self.best:
        #  ^^^^^^^^^^^^^^^^^^^^ GM101 split
            self.best = x.mean()
        return x * self.best

    @staticmethod
    @torch.compile
    def scaled(x: torch.Tensor):
        if x.sum() > 0:
        #  ^^^^^^^^^^^ GM101 split
            x = x * 2
        return x
