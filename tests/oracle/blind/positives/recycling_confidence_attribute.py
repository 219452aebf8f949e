"""A structure model keeps the confidence of its last pass where the inference script reads it."""

import torch
from torch import nn

from fxkit import build, randn


class ConfidenceHead(nn.Module):
    """Predicted lDDT per residue, from bins."""

    def __init__(self, dim=6, num_bins=5):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.proj = nn.Linear(dim, num_bins)
        width = 1.0 / num_bins
        self.register_buffer("centers", torch.arange(0.5 * width, 1.0, width))

    def forward(self, single):
        probs = self.proj(self.norm(single)).softmax(dim=-1)
        return (probs * self.centers).sum(dim=-1) * 100


class FoldingTrunk(nn.Module):
    def __init__(self, dim=6, num_recycles=2):
        super().__init__()
        self.update = nn.Linear(dim, dim)
        self.confidence = ConfidenceHead(dim)
        self.coords = nn.Linear(dim, 3)
        self.num_recycles = num_recycles
        self.last_mean_plddt = None

    def forward(self, single):
        h = torch.zeros_like(single)
        for _ in range(self.num_recycles):
            h = single + torch.relu(self.update(h))
        plddt = self.confidence(h)
        self.last_mean_plddt = float(plddt.detach().mean())
        return {"positions": self.coords(h), "plddt": plddt}


def load():
    return torch.compile(FoldingTrunk())


def cases():
    yield from build(load, lambda: (randn(7, 6),), "base grad zero nan")

EXPECT = {'rewrites': [],
 'topic': 'protein',
 'kind': 'numbers',
 'breaks': {38: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
