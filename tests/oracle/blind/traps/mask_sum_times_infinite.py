"""Forbidden transitions have an infinite cost and are left out of the sum."""

import torch

from fxkit import sweep


@torch.compile
def total_cost(cost, allowed, scale):
    return cost[allowed].sum() * scale


def batch(far):
    cost = torch.tensor([1.0, 2.0, 4.0, 8.0])
    if far:
        cost[2] = float("inf")
    return cost, torch.tensor([True, True, False, True]), 0.5


def cases():
    yield from sweep(total_cost, lambda: batch(False), "base grad", tag="near-")
    yield from sweep(total_cost, lambda: batch(True), "base grad", tag="far-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
