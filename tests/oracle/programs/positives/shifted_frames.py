"""The shifts go through a tensor and tolist() before a loop."""

import torch

from fxkit import randn, sweep


@torch.compile
def smear(frames, shifts):
    out = frames * 0.5
    offsets = torch.tensor(shifts)
    for s in offsets.tolist():
        out = out + torch.roll(frames, s, 0)
    return out / len(shifts)


def cases():
    yield from sweep(smear, lambda: (randn(4, 2), (1, 2, -1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(smear, lambda: (randn(4, 2), (3,)), "base half", tag="one-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R21'],
 'breaks': {12: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
