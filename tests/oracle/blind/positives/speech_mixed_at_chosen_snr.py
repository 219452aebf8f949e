"""On-the-fly speech augmentation: noise is added at an SNR chosen from a list, gain is kept below full scale."""

import random

import torch
from torch import nn

from fxkit import build, randn


def power(x):
    return x.pow(2).mean(-1, keepdim=True)


class NoiseMixer(nn.Module):
    """Adds noise in training; in evaluation the signal passes unchanged apart from the pre-emphasis."""

    def __init__(self, snrs_db=(0.0, 5.0, 10.0), pre_emphasis=0.97):
        super().__init__()
        self.snrs_db = list(snrs_db)
        self.pre_emphasis = pre_emphasis
        self.register_buffer("clipped", torch.zeros((), dtype=torch.long))

    def emphasise(self, x):
        return torch.cat([x[..., :1], x[..., 1:] - self.pre_emphasis * x[..., :-1]], -1)

    def mix(self, speech, noise):
        snr = random.choice(self.snrs_db)
        factor = torch.sqrt(power(speech) / (power(noise) * 10 ** (snr / 10)).clamp(min=1e-10))
        return speech + factor * noise

    def forward(self, speech, noise):
        if self.training:
            speech = self.mix(speech, noise)
        peak = speech.abs().max()
        if peak > 1.0:
            speech = speech / peak
            self.clipped += 1
        return self.emphasise(speech)


def mixer(*args, training=True, **kw):
    return torch.compile(NoiseMixer(*args, **kw).train(training))


def cases():
    args = lambda gain: (randn(2, 9) * gain, randn(2, 9, seed=1))
    yield from build(lambda: mixer((6.0,), training=False), lambda: args(0.1), "base", tag="eval-")
    yield from build(lambda: mixer((6.0,), training=False), lambda: args(3.0), "base", tag="eval-loud-")
    yield from build(lambda: mixer((20.0,)), lambda: args(0.05), "base", tag="low-")
    yield from build(lambda: mixer((3.0, 9.0)), lambda: args(2.0), "base grad nan", tag="loud-")

EXPECT = {'topic': 'audio',
 'rewrites': ['R11', 'R42'],
 'breaks': {28: 3, 36: 3},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
