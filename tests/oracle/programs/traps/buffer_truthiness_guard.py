"""The list test guards the subscript of an empty replay buffer."""

import torch

from fxkit import randn, sweep


@torch.compile
def bonus(reward, recent):
    if recent and recent[-1].mean() > 0:
        reward = reward + recent[-1]
    else:
        reward = reward - 1.0
    return reward


def cases():
    yield from sweep(bonus, lambda: (randn(3), [randn(3, seed=2), randn(3, seed=1).abs()]), "base")
    yield from sweep(bonus, lambda: (randn(3), []), "base", tag="empty-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
