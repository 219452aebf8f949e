"""A conditional expression chooses how two losses are combined."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def total_loss(recon, kl, *, free_bits=0.5):
    kl_term = kl.mean()
    rec = F.l1_loss(recon, torch.zeros_like(recon), reduction="mean")
    return rec + kl_term if kl_term.gt(free_bits) else rec - kl_term * 0.5


def cases():
    yield from sweep(total_loss, lambda: (randn(4, 3), randn(4, seed=2)), "base nan inf half f64 grad")
    yield from sweep(total_loss, lambda: (randn(4, 3), randn(4, seed=2).abs() + 1), "base half grad nan+grad inf+grad", tag="high-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
