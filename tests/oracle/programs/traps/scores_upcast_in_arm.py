"""Large half precision scores are continued in float32."""

import torch

from fxkit import randn, sweep


@torch.compile
def stable_scores(q, k):
    scores = q * k
    if scores.abs().max() > 100.0:
        scores = scores.float() / 8.0
    else:
        scores = scores / 8.0
    return scores


def cases():
    yield from sweep(stable_scores, lambda: (randn(4), randn(4, seed=1)), "base half big+half")

EXPECT = {'topic': 'attention',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
