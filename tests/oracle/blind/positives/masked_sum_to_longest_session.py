"""A session encoder works on the steps up to the longest session of the batch only."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class SessionConfig:
    dim: int = 4
    decay: float = 0.8


class SessionPooling(nn.Module):
    """Attention weights over the clicks of a session, then a weighted sum."""

    def __init__(self, config: SessionConfig):
        super().__init__()
        self.config = config
        self.key = nn.Linear(config.dim, 1)

    def forward(self, clicks, lengths):
        longest = int(lengths.max())
        clicks = clicks[:, :longest]
        valid = torch.arange(longest, device=clicks.device) < lengths.unsqueeze(-1)
        gate = torch.sigmoid(self.key(clicks)).squeeze(-1)
        gate = torch.where(valid, gate, 0.0)
        pooled = (gate.unsqueeze(-1) * clicks.masked_fill(~valid.unsqueeze(-1), 0.0)).sum(dim=1)
        return pooled / lengths.clamp(min=1).unsqueeze(-1)


class NextItemModel(nn.Module):
    def __init__(self, config=SessionConfig(), items=6):
        super().__init__()
        self.pool = SessionPooling(config)
        self.items = nn.Linear(config.dim, items, bias=False)

    def forward(self, clicks, lengths):
        return self.items(self.pool(clicks, lengths))


def load():
    return torch.compile(NextItemModel())


def cases():
    yield from build(load, lambda: (randn(3, 6, 4), torch.tensor([4, 1, 2])), "base grad zero big")
    yield from build(load, lambda: (randn(2, 6, 4), torch.tensor([6, 3])), "base grad", tag="full-")
    yield from build(load, lambda: (randn(2, 6, 4), torch.tensor([0, 0])), "base", tag="cold-")

EXPECT = {'rewrites': [],
 'topic': 'recommender',
 'kind': 'sizes',
 'breaks': {26: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
