"""Without a reset the state tensor itself is handed on."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def carry_over(state, done):
    h = state["h"]
    if done.any():
        h = h * 0.0
    return {"h": h, "out": h + 1.0}


def cases():
    yield from sweep(carry_over, lambda: ({"h": randn(3)}, bools(3)), "true false")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias'],
 'unsafe': ['fresh-result']}
