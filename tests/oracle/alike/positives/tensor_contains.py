"""`in` on a tensor of token ids."""

import torch

from fxkit import randn, sweep


@torch.compile
def penalise(logits, history):
    out = logits * 1.0
    if 3 in history:
        out = out - 2.0
    return out


def cases():
    yield from sweep(penalise, lambda: (randn(5), torch.tensor([1, 3, 4])), "base nan inf half f64 grad inf+grad")
    yield from sweep(penalise, lambda: (randn(5), torch.tensor([1, 2, 4])), "base grad", tag="fresh-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R44', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
