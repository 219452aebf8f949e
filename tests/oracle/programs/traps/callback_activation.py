"""The activation is a user callable that counts."""

import torch

from fxkit import randn, sweep


class Counting:
    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return x.tanh()


@torch.compile
@torch.no_grad()
def policy(obs, act):
    out = act(obs) if obs.mean() > 0 else obs * 0.1
    return out


def cases():
    yield from sweep(policy, lambda: (randn(4), Counting()), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'O13'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
