"""sep and end keywords build one line from three calls."""

import torch

from fxkit import randn, sweep


@torch.compile
def rollout(reward, value):
    print("reward", float(reward.detach().max()), sep="=", end="; ")
    td = reward * 0.5 + value
    print("td", float(td.detach().min()), sep="=", end="")
    print()
    return td - value * 2.0


def cases():
    yield from sweep(rollout, lambda: (randn(3), randn(3, seed=1)), "base nan zero inf half f64 grad nan+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R36'],
 'breaks': {10: 2, 12: 2, 13: 1},
 'gb': ['GB0059', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
