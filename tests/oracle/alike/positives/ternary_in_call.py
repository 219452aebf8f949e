"""A conditional expression as an argument of a call, and a second one inside a sum."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def smooth(logits, target, eps):
    drift = (logits - target).mean()
    loss = torch.sub(logits, target * 2.0 if drift > 0 else target)
    return loss + (drift * eps if loss.max() > 1.5 else drift)


def cases():
    yield from sweep(smooth, lambda: (randn(2, 3), rand(2, 3), 0.1), "base pos neg nan zero half f64 grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R3'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
