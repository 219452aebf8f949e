"""Two prints share a line and use sep and end."""

import torch

from fxkit import randn, sweep


@torch.compile
def focal_terms(logit, target):
    err = (logit - target).abs()
    print("focal:", end=" ")
    weighted = err * (1.0 + err)
    print(f"{weighted.detach().sum():.4f}", logit.shape[0], sep="/", end=" terms\n")
    return weighted - 0.5


def cases():
    yield from sweep(focal_terms, lambda: (randn(5), randn(5, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad neg+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R36'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
