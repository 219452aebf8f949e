"""A deprecation warning for an old keyword."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def attention_scores(query, key, scale=None, head_scale=None):
    if head_scale is not None:
        warnings.warn("`head_scale` is deprecated, use `scale` instead", FutureWarning)
        scale = head_scale
    scores = query @ key.transpose(-1, -2)
    if scale is not None:
        scores = scores * scale
    return torch.softmax(scores, dim=-1)


def cases():
    yield from sweep(attention_scores, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base half grad", {"head_scale": 0.5})
    yield from sweep(attention_scores, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base nan", {"scale": 0.5}, "new-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R36'],
 'breaks': {13: 1},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
