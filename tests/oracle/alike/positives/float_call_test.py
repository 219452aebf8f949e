"""float() of sigma in the test."""

import torch

from fxkit import randn, sweep


@torch.compile
def churn(x, sigma):
    if float(sigma) > 0.5:
        out = x * 1.5
    else:
        out = x + 0.5
    return out


def cases():
    yield from sweep(churn, lambda: (randn(3), torch.tensor(0.75)), "base nan inf half f64 bf16 zero")
    yield from sweep(churn, lambda: (randn(3), torch.tensor(0.25)), "base half", tag="end-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
