"""Scores of padded keys are clamped through a boolean index."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def pad_scores(q, k, lengths):
    scores = q[:, None] - k[None, :]
    pad = torch.arange(k.shape[0])[None, :] >= lengths[:, None]
    scores[pad] = scores[pad].clamp(max=-1.0)
    return scores * 0.5


def cases():
    yield from sweep(pad_scores, lambda: (randn(4), randn(6), ints(0, 7, 4)), "base nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad")
    yield from sweep(pad_scores, lambda: (randn(4), randn(6), torch.full((4,), 6)), "base grad", tag="full-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
