"""A singing voice converter normalises the log pitch of the voiced frames and leaves the others at zero."""

import torch
from torch import nn

from fxkit import build, rand, randn


def load_stats(mean=5.0, std=0.3):
    return {"mean": mean, "std": std}


class PitchEncoder(nn.Module):
    def __init__(self, hidden=6, stats=None, f0_min=40.0):
        super().__init__()
        self.stats = stats or load_stats()
        self.f0_min = f0_min
        self.proj = nn.Conv1d(2, hidden, 3, padding=1)

    def normalise(self, f0):
        uv = f0 < self.f0_min
        lf0 = torch.zeros_like(f0)
        lf0[~uv] = (torch.log(f0[~uv]) - self.stats["mean"]) / self.stats["std"]
        return lf0, uv

    def forward(self, f0):
        lf0, uv = self.normalise(f0)
        feats = torch.stack([lf0, uv.to(lf0.dtype)], dim=1)
        return torch.tanh(self.proj(feats)), lf0


def load():
    return torch.compile(PitchEncoder())


def make_f0():
    f0 = 80.0 + 200.0 * rand(2, 9)
    return (torch.where(randn(2, 9) > -0.2, f0, torch.zeros_like(f0)),)


def cases():
    yield from build(load, make_f0, "base grad zero nan inf neg empty")

EXPECT = {'topic': 'speech',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {23: 6},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
