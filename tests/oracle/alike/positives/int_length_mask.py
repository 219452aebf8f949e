"""The longest length is read as an int and masks the positions."""

import torch

from fxkit import randn, sweep


@torch.compile
def pad_mask(x, lengths):
    longest = int(lengths.max())
    pos = torch.arange(x.shape[1])
    keep = pos < longest
    return x.masked_fill(~keep, 0.0)


def cases():
    yield from sweep(pad_mask, lambda: (randn(2, 5), torch.tensor([2, 3])), "base nan half f64 grad inf+grad")
    yield from sweep(pad_mask, lambda: (randn(2, 5), torch.tensor([0, 0])), "base grad", tag="none-")
    yield from sweep(pad_mask, lambda: (randn(2, 5), torch.tensor([9, 1])), "base", tag="over-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R23'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
