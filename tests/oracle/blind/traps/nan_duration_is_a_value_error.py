"""A vocoder rejects a predicted duration that is no number: int() raises, and the caller answers with the text."""

import torch
from torch import nn

from fxkit import build, randn


class DurationPredictor(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.proj = nn.Linear(dim, 1)

    def forward(self, h):
        return self.proj(h).squeeze(-1).exp()


class Synthesizer(nn.Module):
    def __init__(self, dim=5, hop=4):
        super().__init__()
        self.duration = DurationPredictor(dim)
        self.out = nn.Linear(dim, 2)
        self.hop = hop
        self.total_samples = 0

    def forward(self, h):
        durations = self.duration(h)
        frames = int(durations.sum())
        self.total_samples += frames * self.hop
        mel = self.out(h) * durations.unsqueeze(-1)
        return mel, frames


class Server:
    def __init__(self):
        self.model = Synthesizer()
        self.run = torch.compile(self.model)

    def handle(self, h):
        try:
            mel, frames = self.run(h)
        except (ValueError, OverflowError) as e:
            return None, f"bad request: {e}", self.model.total_samples
        return mel, f"{frames} frames", self.model.total_samples


def load():
    return Server().handle


def cases():
    yield from build(load, lambda: (randn(4, 5),), "base nan inf zero")
    yield from build(load, lambda: (randn(4, 5) * 200,), "base", tag="loud-")

EXPECT = {'topic': 'tts',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions of int()', 'truncation'],
 'breaks': {28: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'events'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
