"""An early return of a dictionary with the same keys."""

import torch

from fxkit import randn, sweep


@torch.compile
def kl_terms(mu, logvar):
    var = logvar * 0.5 + 1.0
    if var.amin() <= 0:
        return {"kl": mu * 0.0, "var": var.clamp(min=0.1)}
    kl = mu * mu + var
    return {"kl": kl, "var": var}


def cases():
    yield from sweep(kl_terms, lambda: (randn(4), randn(4, seed=6) * 3.0), "base nan inf zero half f64")
    yield from sweep(kl_terms, lambda: (randn(4), randn(4, seed=6) * 0.1), "base half grad", tag="fine-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R6', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
