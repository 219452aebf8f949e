"""One arm counts in a module global."""

import torch

from fxkit import randn, sweep


RESETS = 0


@torch.compile
def clip_reward(r):
    global RESETS
    out = r * 1.0
    if out.abs().max() > 1.0:
        RESETS += 1
        out = out * 0.25
    return out


def cases():
    yield from sweep(clip_reward, lambda: (randn(3),), "small big base")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R43'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
