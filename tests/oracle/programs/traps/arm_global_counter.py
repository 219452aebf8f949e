"""One arm counts in a module global."""

import torch

from fxkit import randn, sweep


RESETS = 0


@torch.compile
def advance(obs):
    global RESETS
    nxt = obs * 0.5
    if nxt.sum() > 1.0:
        RESETS += 1
        nxt = nxt - 1.0
    return nxt


def cases():
    yield from sweep(advance, lambda: (randn(5),), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
