"""Slots are taken one by one: the mask is updated between reading and writing."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def advance(state, running, limit):
    picked = state[running] * 2.0
    total = picked.sum()
    running &= state[:, 0] < limit
    state = state + 1.0
    state[running] = 0.0
    return state, total, running


def cases():
    yield from sweep(advance, lambda: (randn(6, 2), bools(6), 0.25), "base")
    yield from sweep(advance, lambda: (randn(6, 2), bools(6), 100.0), "base false", tag="far-")

EXPECT = {'topic': 'sampling',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O8'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
