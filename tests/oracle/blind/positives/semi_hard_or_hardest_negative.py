"""Face embeddings: every pair gets a negative that is farther than its positive, or the hardest there is."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class SemiHardTriplet(nn.Module):
    def __init__(self, dim=4, embed=3, margin=0.3):
        super().__init__()
        self.fc = nn.Linear(dim, embed)
        self.margin = margin

    def pick_negative(self, row, d_ap, negatives):
        candidates = negatives & (row > d_ap) & (row < d_ap + self.margin)
        if candidates.sum() > 0:
            return row[candidates].min()
        return row[negatives].min()

    def forward(self, images, labels):
        emb = F.normalize(self.fc(images), dim=1)
        dist = (2.0 - 2.0 * emb @ emb.T).clamp(min=1e-6)
        losses = []
        for i in range(0, images.shape[0], 2):
            # samples come in pairs
            d_ap = dist[i, i + 1]
            d_an = self.pick_negative(dist[i], d_ap, labels != labels[i])
            losses.append(F.relu(d_ap - d_an + self.margin))
        return torch.stack(losses).mean()


def load():
    return torch.compile(SemiHardTriplet())


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 0, 1, 1, 2, 2])), "base grad")
    yield from build(load, lambda: (randn(4, 4, seed=5), torch.tensor([3, 3, 8, 8])), "base grad", tag="two-")

EXPECT = {'topic': 'metric learning',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {18: 3, 19: 1, 20: 2},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 9,
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
