"""Quiet audio goes through a downward expander, loud audio through a pre-emphasis filter."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep

COEF = 0.97


def preemphasis(wave, coef=COEF):
    shifted = F.pad(wave[..., :-1], (1, 0))
    return wave - coef * shifted


@torch.compile
def condition_wave(wave, noise_floor=0.3):
    centred = wave - wave.mean(-1, keepdim=True)
    energy = centred.pow(2).mean()
    if energy < noise_floor:
        gated = centred * centred.abs()
        out = gated.clamp(-0.05, 0.05)
    else:
        sharp = preemphasis(centred, coef=0.95)
        out = sharp.clamp(min=-1.0, max=1.0)
    return out, energy.detach()


def cases():
    yield from sweep(condition_wave, lambda: (randn(2, 16),), "grad nan+grad inf+grad")
    yield from sweep(condition_wave, lambda: (randn(2, 16) * 0.01,), "half grad", tag="quiet-")


EXPECT = {'topic': 'audio',
 'rewrites': ['R1', 'R3'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
