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
def masks(x, hidden, by_name, chosen, asked: torch.Tensor, value, size, late, looped, walrus, optional=None):
    x = x.relu().masked_fill(hidden, 0.0)
    a = hidden
    #   ^^^^^^ value: tensor bool (likely)
    torch.where(other=x, condition=by_name, input=0.0)
    b = by_name
    #   ^^^^^^^ value: tensor bool (likely)
    x.masked_select(chosen)
    c = chosen
    #   ^^^^^^ value: tensor bool (likely)
    x.where(asked, 0.0)
    d = asked
    #   ^^^^^ value: tensor bool (likely)
    torch.masked_fill(x, x > 0.0, value=value)
    e = value
    #   ^^^^^ value: unknown
    torch.masked_fill(*x, size)
    x.masked_fill(*x, size)
    f = size
    #   ^^^^ value: unknown
    g = late
    #   ^^^^ value: tensor (likely)
    late = late > size
    x = torch.masked_fill(x, late, 0.0)
    for _ in range(3):
        x = x.masked_fill(looped, 0.0)
        h = looped
        #   ^^^^^^ value: unknown (likely)
        looped = looped.get()
    if (walrus := size.get(walrus)) and x.masked_fill(walrus, 0.0):
        return x
    if optional is not None:
        i = x.masked_fill(optional, 0.0), optional
        #                                 ^^^^^^^^ value: tensor bool (likely)
    return x


@torch.compile
def kept_for_later(x, mask, names):
    kept = [lambda: x.masked_fill(mask, 0.0)]
    a = mask
    #   ^^^^ value: tensor (likely)
    mask = names.get(mask)
    return kept


@torch.compile
def handed_to_methods(x, weights, index, place, count):
    x.bmm(weights)
    a = weights
    #   ^^^^^^^ value: tensor (likely)
    x.gather(place, index)
    b = index
    #   ^^^^^ value: tensor (likely)
    c = place
    #   ^^^^^ value: unknown
    x.add(count)
    d = count
    #   ^^^^^ value: unknown


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


@torch.compile
def computed(after, before, first, rest, low, high):
    gain = after - before
    gain[gain > 1.0] = 1.0
    a = gain
    #   ^^^^ value: tensor (likely)
    b = after
    #   ^^^^^ value: unknown
    both = first + rest
    both.append(1)
    c = both
    #   ^^^^ value: unknown
    width = high - low
    d = width
    #   ^^^^^ value: unknown
    width = torch.zeros(3)
    width.abs()
    return a, b, c, d
