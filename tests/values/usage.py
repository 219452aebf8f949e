"""What the use of a value tells about it when nothing else does."""

import torch
import torch.nn.functional as F
from torch import nn


def helper(values, other):
    return values.unsqueeze(0) + other


@torch.compile
def parameters(method, negated, compared, sliced, passed_on, asserted, module, text, table, either, number):
    method.sum()
    a = method
    #   ^^^^^^ value: tensor (likely)
    F.relu(-negated)
    b = negated
    #   ^^^^^^^ value: tensor (likely)
    (compared > 0).all()
    c = compared
    #   ^^^^^^^^ value: tensor (likely)
    (sliced[1:] - sliced[:-1]).mean()
    d = sliced
    #   ^^^^^^ value: tensor (likely)
    helper(passed_on, 1)
    e = passed_on
    #   ^^^^^^^^^ value: tensor (likely)
    assert isinstance(asserted, torch.Tensor)
    f = asserted
    #   ^^^^^^^^ value: tensor
    module.to("cpu").half()
    g = module
    #   ^^^^^^ value: unknown
    text.split(",")
    h = text
    #   ^^^^ value: unknown
    table.values()
    i = table
    #   ^^^^^ value: unknown
    (either * number).mean()
    j = either
    #   ^^^^^^ value: unknown


@torch.compile
def on_the_way(config, layers: list, x: torch.Tensor):
    made = config.build()
    a = made
    #   ^^^^ value: unknown
    made.unsqueeze(0)
    b = made
    #   ^^^^ value: tensor (likely)
    held = config.other()
    held.norm(x)
    c = held
    #   ^^^^ value: unknown
    held.norm(dim=-1)
    d = held
    #   ^^^^ value: tensor (likely)
    mask = config.low > config.high
    #      ^^^^^^^^^^^^^^^^^^^^^^^^ value: unknown
    e = x[mask & (x > 0)]
    #     ^^^^^^^^^^^^^^ value: tensor bool


class Attention(nn.Module):
    def forward(self, x, output_attentions: torch.Tensor = None, mask: torch.Tensor = None):
        if output_attentions:
            x = x * 2
        a = x.relu()
        #   ^^^^^^^^ value: tensor (likely)
        if mask is not None:
            b = mask
            #   ^^^^ value: tensor
        flag = output_attentions
        #      ^^^^^^^^^^^^^^^^^ value: tensor or None
        return x


class Switch(nn.Module):
    def forward(self, x, output_attentions: torch.Tensor = None):
        if output_attentions:
            return x.relu(), None
            #      ^ value: tensor (likely)
        return x


def caller(cache: torch.Tensor):
    return inner(cache)


def inner(cache: tuple[torch.Tensor, torch.Tensor]):
    a = cache
    #   ^^^^^ value: unknown
    return a


run = torch.compile(caller)
