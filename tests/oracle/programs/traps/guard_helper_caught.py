"""The guard sits in a helper and the caller turns it into a clamp."""

import torch

from fxkit import randn, sweep


def require_positive(rate):
    if (rate < 0).any():
        raise ValueError("negative rate")


@torch.compile
def schedule(rate):
    try:
        require_positive(rate)
        out = rate * 2.0
    except ValueError:
        out = rate.clamp(min=0.0)
    return out


def cases():
    yield from sweep(schedule, lambda: (randn(4),), "pos neg base")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['O16', 'R18'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
