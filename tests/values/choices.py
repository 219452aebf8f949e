"""Objects and functions that may be one of several, and objects as the calls in the file make them."""

import torch
import torch.nn.functional as F
from torch import nn


def double(x):
    return x * 2


ACTIVATIONS = {"relu": F.relu, "double": double, "sigmoid": nn.Sigmoid()}


class Callback:
    def on_forward(self, x):
        return None


class Mean(Callback):
    def on_forward(self, x):
        return x.mean()
        #      ^^^^^^^^ value: tensor rank0 (likely)


class Halve(Callback):
    def __init__(self, by):
        self.by = by

    def on_forward(self, x):
        a = self.by
        #   ^^^^^^^ value: 2
        return x / self.by


class Observed(nn.Module):
    def __init__(self, callbacks=(), head=None):
        super().__init__()
        self.callbacks = list(callbacks)
        self.head = head
        self.last = None

    def forward(self, x, kind="relu"):
        for callback in self.callbacks:
            a = callback
            #   ^^^^^^^^ value: instance Mean | instance Halve
            b = callback.on_forward
            #   ^^^^^^^^^^^^^^^^^^^ value: method function on_forward | method function on_forward
            c = callback.on_forward(x)
            #   ^^^^^^^^^^^^^^^^^^^^^^ value: unknown (likely)
        d = ACTIVATIONS[kind](x)
        #   ^^^^^^^^^^^^^^^^^^^^ value: tensor
        e = self.last
        #   ^^^^^^^^^ value: unknown or None
        self.last = d
        f = self.head
        #   ^^^^^^^^^ value: module torch.nn.Linear or None
        return d


model = torch.compile(Observed([Mean(), Halve(2)], head=nn.Linear(2, 2)))
out = model(torch.randn(2, 2))


class Detector(nn.Module):
    def __init__(self, head: nn.Module = None):
        super().__init__()
        if head is None:
            head = Observed([Mean()])
        self.head = head

    def forward(self, x):
        a = self.head
        #   ^^^^^^^^^ value: instance Observed
        return self.head(x)
