"""Decorators that ask what they are given before they wrap it."""

import inspect
import types
from typing import Callable

import torch


def by_isinstance(item):
    if isinstance(item, type):
        return item

    def wrapper(x):
        a = item(x)
        #   ^^^^^^^ value: tensor
        return a

    return wrapper


def by_inspect(item):
    if inspect.isclass(item) or not callable(item):
        return item

    def wrapper(x):
        a = item(x)
        #   ^^^^^^^ value: tensor
        return a

    return wrapper


def by_tuple(item):
    if isinstance(item, (classmethod, staticmethod, property, str, torch.nn.Module)):
        return item

    def wrapper(x):
        a = item(x)
        #   ^^^^^^^ value: tensor
        return a

    return wrapper


def of_functions(item):
    if isinstance(item, types.FunctionType) and isinstance(item, (int, Callable)):

        def wrapper(x):
            a = item(x)
            #   ^^^^^^^ value: tensor
            return a

        return wrapper
    return item


@by_isinstance
def first(x):
    return x.relu()


@by_inspect
def second(x):
    return x.relu()


@by_tuple
def third(x):
    return x.relu()


@of_functions
def fourth(x):
    return x.relu()


@torch.compile
def asked(x: torch.Tensor, anything):
    a = isinstance(first, type)
    #   ^^^^^^^^^^^^^^^^^^^^^^^ value: False
    b = inspect.isfunction(by_inspect)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: True
    c = isinstance(anything, type)
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^ value: constant
    d = callable(anything)
    #   ^^^^^^^^^^^^^^^^^^ value: constant
    return first(x) + second(x) + third(x) + fourth(x)
