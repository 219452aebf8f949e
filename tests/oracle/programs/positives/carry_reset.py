"""An else-less update in a static loop."""

import torch

from fxkit import randn, sweep


@torch.compile
def scan(inputs, carry):
    carry = carry + 0.5
    for t in range(3):
        carry = carry * 0.5 + inputs[t]
        if carry.abs().max() > 2.0:
            carry = carry.clamp(-2.0, 2.0)
    return carry


def cases():
    yield from sweep(scan, lambda: (randn(3, 4), randn(4)), "base big small pos neg nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
