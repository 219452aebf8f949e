"""The argument of one call is chosen inside the call."""

import torch
import torch.nn.functional as F

from fxkit import rand, randn, sweep


@torch.compile
def td_loss(pred, target, soft, done):
    return F.smooth_l1_loss(pred, target + soft if done.mean() < 0.5 else target - soft, reduction="sum")


def cases():
    yield from sweep(td_loss, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2), rand(4) * 0.4), "base nan inf half f64")
    yield from sweep(td_loss, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2), rand(4) + 1), "base half", tag="done-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
