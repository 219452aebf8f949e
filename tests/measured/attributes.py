"""Assignments to attributes, initializers called by name, and of which classes a tensor is an instance."""

import collections.abc
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


@torch.compile
def sets_the_real_part(x: torch.Tensor):
    y = torch.complex(x, x)
    y.real = x
#   ^^^^^^ GM501 split
    return y + 1


@torch.compile
def updates_the_imaginary_part(x: torch.Tensor):
    y = torch.complex(x, x)
    y.imag *= -1
#   ^^^^^^ GM501 split
    return y + 1


@torch.compile
def is_no_mapping(x: torch.Tensor):
    if isinstance(x, (dict, collections.abc.Mapping)) and "a" in x:
        return x["a"]
    return x + 1


@torch.compile
def is_iterable(x: torch.Tensor):
    if isinstance(x, collections.abc.Iterable) and x.sum() > 0:
    #                                              ^^^^^^^^^^^ GM101 split conditional
        return x - 1
    return x + 1
