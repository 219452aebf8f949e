"""Speculative decoding returns early with a dict when every token is accepted."""

import torch

from fxkit import randn, sweep


@torch.compile
def verify(draft, target, temperature=0.5):
    ratio = target - draft
    if ratio.min() > 0:
        return {"logits": ratio * temperature + target, "ratio": ratio}
    corrected = ratio.clamp(min=0.0) + target
    return {"logits": corrected, "ratio": ratio - 1.0}


def cases():
    yield from sweep(verify, lambda: (randn(5), randn(5, seed=1)), "base zero nan inf ninf half f64 grad nan+grad inf+grad ninf+grad")
    yield from sweep(verify, lambda: (randn(5), randn(5, seed=1) + 9), "base half grad", tag="all-")

EXPECT = {'topic': 'generation',
 'rewrites': ['R6', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
