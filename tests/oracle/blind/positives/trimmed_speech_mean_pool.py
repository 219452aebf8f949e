"""Speaker verification: leading and trailing silence is cut off by energy before the frames are averaged."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def trim(frames, energy, threshold):
    idx = torch.nonzero(energy > threshold).squeeze(-1)
    if idx.numel() == 0:
        return frames
    start, end = idx[0].item(), idx[-1].item() + 1
    return frames[start:end]


class SpeakerEncoder(nn.Module):
    def __init__(self, mels=4, dim=6, threshold=0.5):
        super().__init__()
        self.proj = nn.Linear(mels, dim)
        self.out = nn.Linear(dim, dim)
        self.threshold = threshold

    def forward(self, mel):
        energy = mel.square().mean(dim=-1)
        h = self.proj(mel).relu()
        pooled = torch.stack([trim(f, e, self.threshold).mean(dim=0) for f, e in zip(h, energy)])
        return F.normalize(self.out(pooled), dim=-1)


def load():
    return torch.compile(SpeakerEncoder())


def utterances():
    envelope = torch.tensor([[0.1, 0.1, 1.0, 1.0, 0.2, 1.0, 0.1], [1.0, 1.0, 1.0, 1.0, 1.0, 0.1, 0.1]])
    return torch.sin(torch.arange(56.0).reshape(2, 7, 4)) * 2 * envelope.unsqueeze(-1)


def cases():
    yield from build(load, lambda: (utterances(),), "base grad")
    yield from build(load, lambda: (0.01 * randn(2, 7, 4),), "base", tag="silent-")

EXPECT = {'topic': 'speech',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {11: 2, 14: 1, 28: 1},
 'gb': ['GB0036', 'GB0124', 'GB4347'],
 'skips': 1,
 'graphs_per_call': 10,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
