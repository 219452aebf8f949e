"""The router softmax is applied to noisy or to clean logits."""

import torch

from fxkit import randn, sweep


@torch.compile
def router(logits, noise):
    noisy = logits + noise
    clean = logits * 0.5
    if logits.std() < 0.5:
        probs = torch.softmax(noisy, dim=-1)
    else:
        probs = torch.softmax(clean, dim=-1)
    return probs * 2.0


def cases():
    yield from sweep(router, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base small big nan inf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
