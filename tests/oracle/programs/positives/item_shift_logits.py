"""The largest logit is read and subtracted."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def stable_exp(logits: torch.Tensor):
    top = logits.max().item()
    return torch.exp(logits - top)


def cases():
    yield from sweep(stable_exp, lambda: (randn(3, 4),), "base big neg nan inf zero f64")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
