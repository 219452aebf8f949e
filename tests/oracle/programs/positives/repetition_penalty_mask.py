"""The penalty is applied to the selected logits, positive and negative apart."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def repetition_penalty(logits, seen, penalty: float = 1.3):
    out = logits.clone()
    hot = seen & (logits > 0)
    cold = seen & (logits <= 0)
    out[hot] = logits[hot] / penalty
    out[cold] = logits[cold] * penalty
    return out


def cases():
    yield from sweep(repetition_penalty, lambda: (randn(2, 5), bools(2, 5)), "base true false nan inf half f64 negzero")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R32'],
 'breaks': {14: 1, 15: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
