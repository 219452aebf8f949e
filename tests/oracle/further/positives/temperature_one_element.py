"""The predicate has shape (1,)."""

import torch

from fxkit import randn, sweep


@torch.compile
def sharpen(logits, temperature):
    logits = logits - 0.5
    if temperature.reshape(1) < 1.0:
        out = logits * 2.0
    else:
        out = logits - logits.amax(-1, keepdim=True)
    return out


def cases():
    yield from sweep(sharpen, lambda: (randn(2, 5), torch.tensor([0.5])), "base nan inf half f64")
    yield from sweep(sharpen, lambda: (randn(2, 5), torch.tensor(1.5)), "base nan zero half", tag="warm-")
    yield from sweep(sharpen, lambda: (randn(1), torch.tensor([[0.25]])), "base", tag="short-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
