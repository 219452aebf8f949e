"""Three tensor tests joined by or and not."""

import torch

from fxkit import rand, sweep


@torch.compile
def valid_probs(p, low):
    q = p * 1.0
    if (q < low).any() or not (q.sum() < 3.0) or torch.isnan(q).any():
        q = torch.full_like(q, 0.25)
    return q + low


def cases():
    yield from sweep(valid_probs, lambda: (rand(4), 0.01), "base neg nan ones zero half f64 grad neg+grad")
    yield from sweep(valid_probs, lambda: (rand(4) + 1.0, 0.01), "base", tag="sum-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
