"""A whole list is replaced by torch._foreach_mul in an arm."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def clip(grads, limit):
    grads = torch._foreach_mul(grads, 1.0)
    total = torch.stack([g.abs().amax() for g in grads]).amax()
    if total > limit:
        grads = torch._foreach_mul(grads, 0.5)
    return [g + 1.0 for g in grads]


def cases():
    yield from sweep(clip, lambda: ([randn(3), randn(2, 2)], 1.5), "base small nan zero f64")
    yield from sweep(clip, lambda: ([randn(3) * 5.0, randn(2, 2)], 1.5), "base", tag="big-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R10', 'R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
