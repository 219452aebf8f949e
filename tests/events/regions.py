"""Every way to hand something to torch.compile; each region holds a call that breaks."""

import functools

import torch
import torch as th
from torch import compile as c
from torch import nn


@torch.compile
def bare(x: torch.Tensor):
    return x.item()


@torch.compile()
def called(x: torch.Tensor):
    return x.item()


@torch.compile(fullgraph=True, dynamic=None)
def with_options(x: torch.Tensor):
    return x.item()


@c
def aliased(x: torch.Tensor):
    return x.item()


@th.compile(mode="reduce-overhead")
def of_renamed_module(x: torch.Tensor):
    return x.item()


@functools.partial(torch.compile, fullgraph=True)
def by_partial(x: torch.Tensor):
    return x.item()


@torch.no_grad()
@torch.compile
def under_no_grad(x: torch.Tensor):
    return x.item()


def by_call(x):
    return x.item()


compiled = torch.compile(by_call)
compiled(torch.ones(3, dtype=torch.int64).sum())


def by_lambda_target(x):
    return x.item()


wrapped = torch.compile(lambda x: by_lambda_target(x))
wrapped(torch.ones(1))


def by_rebinding(x: torch.Tensor):
    return x.item()


by_rebinding = torch.compile(by_rebinding)


def compiled_in_a_function(x: torch.Tensor):
    def inner(y):
        return y.item()
    return torch.compile(inner)(x)


class ByMethod(nn.Module):
    @torch.compile
    def step(self, x: torch.Tensor):
        return x.item()


class ByAttribute:
    def __init__(self):
        self.step = torch.compile(self.plain_step)

    def plain_step(self, x: torch.Tensor):
        return x.item()


class ByInstance(nn.Module):
    def forward(self, x: torch.Tensor):
        return x.item()


model = torch.compile(ByInstance())


class InPlace(nn.Module):
    def forward(self, x: torch.Tensor):
        return x.item()


in_place = InPlace()
in_place.compile(fullgraph=True)


@torch.compile
class OfClass(nn.Module):
    def forward(self, x: torch.Tensor):
        return x.item()


class ByForward(nn.Module):
    def forward(self, x: torch.Tensor):
        return self.helper(x)

    def helper(self, x):
        return x.item()


def main():
    local = InMain()
    fast = torch.compile(local)
    return fast(torch.ones(2, 2))


class InMain(nn.Module):
    def forward(self, x):
        return x.item()


if __name__ == "__main__":
    main()
