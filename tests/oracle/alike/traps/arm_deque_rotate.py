"""An arm pushes on the caller's bounded deque."""

from collections import deque

import torch

from fxkit import randn, sweep


@torch.compile
def collect(reward, window):
    r = reward * 0.99
    if r.mean() > 0:
        window.append(len(window))
        r = r + 1.0
    return r, window[-1]


def cases():
    yield from sweep(collect, lambda: (randn(3), deque([7, 8], maxlen=3)), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
