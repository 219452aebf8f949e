"""Cut to the longest sentence of the batch."""

import torch

from fxkit import randn, sweep


@torch.compile
def trim(x, lengths):
    longest = lengths.max().item()
    h = torch.tanh(x[:, :longest])
    return h, h.mean(1)


def cases():
    yield from sweep(trim, lambda: (randn(2, 5), torch.tensor([5, 2])), "base grad", tag="full-")
    yield from sweep(trim, lambda: (randn(2, 5), torch.tensor([3, 2])), "base", tag="short-")

EXPECT = {'topic': 'nlp',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': []}
