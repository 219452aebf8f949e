"""The end token is blocked while a sequence is too short."""

import torch

from fxkit import randn, sweep


@torch.compile
def block_eos(logits, lengths):
    out = logits * 1.0
    if lengths.min() < 4:
        out[:, 0] = -100.0
    return out.argmax(-1), out


def cases():
    yield from sweep(block_eos, lambda: (randn(2, 5), torch.tensor([2, 6])), "base big nan inf zero half f64")
    yield from sweep(block_eos, lambda: (randn(2, 5), torch.tensor([5, 6])), "base nan half", tag="long-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
