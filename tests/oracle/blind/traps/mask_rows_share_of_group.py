"""Everybody who takes part pays the same share."""

import torch

from fxkit import bools, rand, sweep


def split(amounts):
    return amounts / len(amounts)


@torch.compile
def settle(amounts, present):
    due = torch.zeros_like(amounts)
    due[present] = split(amounts[present])
    return due


def cases():
    yield from sweep(settle, lambda: (rand(6), bools(6)), "base true grad")

EXPECT = {'topic': 'finance',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {15: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
