"""Two gains, chosen by the energy of the waveform."""

import torch

from fxkit import randn, sweep


@torch.compile
def level(wave, *, headroom=1.0):
    energy = (wave * wave).mean(-1).amax()
    if energy > headroom:
        gained = wave * 0.5
    else:
        gained = wave + wave * 0.125
    return gained - gained.mean(-1, keepdim=True)


def cases():
    yield from sweep(level, lambda: (randn(2, 6),), "base small big nan inf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
