"""The test pops a rollout; evaluating it twice pops two."""

import torch

from fxkit import randn, sweep


@torch.compile
def advance(policy, value, rollouts):
    policy = policy * 0.9
    value = value * 0.5
    if rollouts.pop().mean() > 0:
        policy = policy + 1.0
        value = value - 1.0
    return policy, value


def cases():
    yield from sweep(advance, lambda: (randn(2), randn(2, seed=1), [-torch.ones(2) for _ in range(12)] + [torch.ones(2) for _ in range(4)]), "base")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O2', 'O3'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length', 'values'],
 'unsafe': []}
