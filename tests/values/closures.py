"""Nested functions, lambdas, and what they see of the functions around them."""

import functools
import torch


def make(scale: int):
    offset = 3

    @torch.compile
    def inner(x: torch.Tensor):
        a = scale
        #   ^^^^^ value: number
        b = offset
        #   ^^^^^^ value: 3
        square = lambda t: t * t
        c = square(x)
        #   ^^^^^^^^^ value: tensor

        def add(y):
            d = y
            #   ^ value: 1
            return x + y
        e = add(1)
        #   ^^^^^^ value: tensor
        f = functools.partial(torch.add, x)
        #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ value: partial api torch.add
        return c + e
    return inner


def prepare(scale: float):
    def run(x: torch.Tensor):
        a = scale
        #   ^^^^^ value: number
        b = x * a
        #   ^^^^^ value: tensor float
        return b

    def start():
        return torch.compile(run)
    return start
