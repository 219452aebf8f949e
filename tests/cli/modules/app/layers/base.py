import torch
from torch import nn

from . import table  # a cycle


def noisy(x):
    print("noisy")
    return x


def checked(function):
    def wrapper(self, *args, **kwargs):
        out = function(self, *args, **kwargs)
        if out.sum() > 0:
            return out
        return -out

    return wrapper


class Base(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit
        self.register_buffer("seen", torch.zeros(1))
        self.act = table.ACTIVATIONS["relu"]

    @property
    def threshold(self):
        return self.seen.max()

    @threshold.setter
    def threshold(self, value):
        self.limit = value
