"""Assignments to attributes of what is no tensor, and initializers called by name."""

import functools

import torch
from torch import nn


def total(x: torch.Tensor):
    return x.sum()


class Plain:
    limit = 1


@torch.compile
def of_a_partial(x: torch.Tensor):
    scaled = functools.partial(torch.mul, x)
    scaled.label = "scaled"
#   ^^^^^^^^^^^^ GM501 split
    return scaled(x)


@torch.compile
def of_a_function(x: torch.Tensor):
    total.calls = 1
#   ^^^^^^^^^^^ GM501 split
    return total(x)


@torch.compile
def of_a_function_made_here(x: torch.Tensor):
    def double(y):
        return y * 2

    double.label = "double"
    return double(x)


@torch.compile
def of_a_class(x: torch.Tensor):
    Plain.limit = 2
    return x + Plain.limit


@torch.compile
def of_an_object(x: torch.Tensor):
    plain = Plain()
    plain.limit = 2
    return x + plain.limit


@torch.compile
def of_a_tensor(x: torch.Tensor):
    y = x + 1
    y.label = "y"
    return y


class ByName(nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
#       ^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        self.limit = 1

    def forward(self, x):
        return x + self.limit


class BySuper(nn.Module):
    def __init__(self):
        super().__init__()
        self.limit = 1

    def forward(self, x):
        return x + self.limit


@torch.compile
def initialized_by_name(x: torch.Tensor):
    return ByName()(x)


@torch.compile
def initialized_by_super(x: torch.Tensor):
    return BySuper()(x)


@torch.compile
def asked_for_gradients(x: torch.Tensor):
    return torch.zeros(3, requires_grad=x.requires_grad) + 1
