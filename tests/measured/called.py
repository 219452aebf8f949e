"""Modules that have a `__call__` of their own, which is what is compiled, and what it makes of `forward`."""

import torch
from torch import nn


class Told(nn.Module):
    def __call__(self, x):
        print("called")
#       ^^^^^^^^^^^^^^^ GM401 split
        return super().__call__(x)

    def forward(self, x: torch.Tensor):
        if x.sum() > 0:
        #  ^^^^^^^^^^^ GM101 split
            x = x * 2
        return x


class Instead(nn.Module):
    def __call__(self, x: torch.Tensor):
        print("called")
#       ^^^^^^^^^^^^^^^ GM401 split
        return x + 1

    def forward(self, x: torch.Tensor):
        print("never")
        return x


class Heir(Told):
    def forward(self, x: torch.Tensor):
        return x / x.max().item()
        #          ^^^^^^^^^^^^^^ GM201 split


told = torch.compile(Told())
instead = torch.compile(Instead())
heir = torch.compile(Heir())
