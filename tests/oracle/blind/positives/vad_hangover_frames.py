"""Voice activity: after the energy has dropped, a few more frames count as speech."""

import torch
from torch import nn

from fxkit import build, randn


class EnergyVAD(nn.Module):
    def __init__(self, frame=4, threshold=0.8, hangover=2):
        super().__init__()
        self.frame, self.threshold, self.hangover = frame, threshold, hangover

    def decisions(self, energy):
        active = torch.zeros(energy.shape[0], dtype=torch.bool)
        countdown = 0
        for t in range(energy.shape[0]):
            if energy[t] > self.threshold:
                countdown = self.hangover
                active[t] = True
            elif countdown > 0:
                countdown -= 1
                active[t] = True
        return active

    def forward(self, wav):
        frames = wav.unfold(0, self.frame, self.frame)
        energy = frames.square().mean(dim=-1)
        active = self.decisions(energy)
        gated = frames * active.unsqueeze(-1)
        return gated.reshape(-1), active.float().mean()


def load():
    return torch.compile(EnergyVAD())


def cases():
    burst = torch.cat([torch.zeros(4), torch.ones(8), torch.zeros(20)])
    yield from build(load, lambda: (randn(24),), "base grad zero")
    yield from build(load, lambda: (randn(32) * burst * 2 + 0.01,), "base", tag="burst-")

EXPECT = {'topic': 'audio',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {18: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
