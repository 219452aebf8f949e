"""Integrated loudness after ITU-R BS.1770: blocks below an absolute and then a relative gate do not count."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class IntegratedLoudness(nn.Module):
    GATE_ABSOLUTE = -70.0

    def __init__(self, rate=20, block_size=0.4, overlap=0.75):
        super().__init__()
        self.block = int(rate * block_size)
        self.step = int(self.block * (1 - overlap))
        self.register_buffer("G", torch.tensor([1.0, 1.0, 1.41]))

    def loudness(self, z):
        return -0.691 + 10.0 * torch.log10((self.G[: z.shape[0], None] * z).sum(0))

    def forward(self, wav):
        blocks = wav.unfold(-1, self.block, self.step)
        z = blocks.square().mean(dim=-1)
        l = self.loudness(z).detach().numpy()
        gated = torch.from_numpy(np.where(l >= self.GATE_ABSOLUTE)[0])
        if len(gated) == 0:
            return torch.full((), self.GATE_ABSOLUTE)
        z_avg_gated = z[:, gated].mean(dim=-1, keepdim=True)
        gamma_r = self.loudness(z_avg_gated) - 10.0
        gated = (l > gamma_r.item()) & (l > self.GATE_ABSOLUTE)
        z_avg_gated = z[:, torch.from_numpy(gated)].mean(dim=-1, keepdim=True)
        return self.loudness(z_avg_gated)[0]


class LoudnessNormalizer(nn.Module):
    def __init__(self, target=-23.0):
        super().__init__()
        self.meter = IntegratedLoudness()
        self.target = target

    @torch.no_grad()
    def forward(self, wav):
        loudness = self.meter(wav)
        gain = torch.pow(torch.tensor(10.0), (self.target - loudness) / 20.0)
        return wav * gain, loudness


def load():
    return torch.compile(LoudnessNormalizer())


def cases():
    def quiet_end():
        wav = randn(2, 60)
        wav[:, 30:45] *= 0.01
        wav[:, 45:] *= 1e-6
        return wav

    yield from build(load, lambda: (randn(2, 60),), "base small zero")
    yield from build(load, lambda: (quiet_end(),), "base", tag="gated-")
    yield from build(load, lambda: (randn(1, 40),), "base", tag="mono-")

EXPECT = {'topic': 'audio',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {26: 2, 31: 3, 32: 3},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
