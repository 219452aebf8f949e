"""Diarization: one embedding for each speaker that talks in the window, in a list."""

import torch
from torch import nn

from fxkit import build, randn


class SpeakerEncoder(nn.Module):
    def __init__(self, mels=4, dim=3):
        super().__init__()
        self.proj = nn.Linear(mels, dim)

    def forward(self, frames, weight):
        pooled = (frames * weight.unsqueeze(-1)).sum(dim=0) / weight.sum().clamp(min=1e-3)
        return nn.functional.normalize(self.proj(pooled), dim=-1)


class WindowEmbeddings(nn.Module):
    def __init__(self, min_active=1.5):
        super().__init__()
        self.encoder = SpeakerEncoder()
        self.min_active = min_active

    def forward(self, frames, activity):
        """frames: (T, mels); activity: (T, speakers) in [0, 1]"""
        embeddings = []
        for s in range(activity.shape[1]):
            weight = activity[:, s]
            if weight.sum() < self.min_active:
                continue
            embeddings.append(self.encoder(frames, weight))
        return embeddings


def load():
    return torch.compile(WindowEmbeddings())


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.sigmoid(3 * randn(6, 3) - 2)), "base grad")
    yield from build(load, lambda: (randn(6, 4), torch.zeros(6, 2)), "base", tag="silence-")
    yield from build(load, lambda: (randn(6, 4), torch.eye(3).repeat(2, 1)), "base", tag="turns-")

EXPECT = {'topic': 'speech',
 'kind': 'loops',
 'verdict': 'decline',
 'obligations': ['result structure'],
 'breaks': {30: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['length'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
