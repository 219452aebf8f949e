"""min() keeps its first argument when both are equal, which decides about the side of the branch cut."""

import torch

from fxkit import rand, sweep


@torch.compile
def angle(x, y):
    drop = min(0.0, y.max().item())
    return torch.atan2(torch.full_like(x, drop), x)


def cases():
    yield from sweep(angle, lambda: (-rand(3), torch.tensor([-0.5, -0.25])), "base", tag="down-")
    yield from sweep(angle, lambda: (-rand(3), torch.tensor([-0.0, -1.0])), "base", tag="flat-")

EXPECT = {'topic': 'geometry',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
