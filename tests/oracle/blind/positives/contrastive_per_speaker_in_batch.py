"""Supervised contrastive training of speaker embeddings is normalised by the number of speakers in the batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class SpeakerContrastiveLoss(nn.Module):
    def __init__(self, temperature=0.2):
        super().__init__()
        self.temperature = temperature

    def forward(self, emb, speakers):
        emb = F.normalize(emb, dim=-1)
        n = emb.shape[0]
        sim = emb @ emb.t() / self.temperature
        self_mask = torch.eye(n, dtype=torch.bool)
        logp = sim - sim.masked_fill(self_mask, -1e9).logsumexp(dim=1, keepdim=True)
        same = (speakers[:, None] == speakers[None, :]) & ~self_mask
        per_anchor = -(logp * same).sum(dim=1) / same.sum(dim=1).clamp(min=1)
        num_speakers = torch.unique(speakers).numel()
        return per_anchor.sum() / num_speakers, self.temperature * num_speakers / n


class XVector(nn.Module):
    def __init__(self, feat=5, dim=6):
        super().__init__()
        self.frame = nn.Linear(feat, dim)
        self.segment = nn.Linear(2 * dim, dim)
        self.loss = SpeakerContrastiveLoss()

    def forward(self, feats, speakers):
        h = self.frame(feats).relu()
        stats = torch.cat([h.mean(dim=1), h.std(dim=1)], dim=-1)
        loss, scale = self.loss(self.segment(stats), speakers)
        return loss + scale


def load():
    return torch.compile(XVector())


def cases():
    yield from build(load, lambda: (randn(5, 4, 5), torch.tensor([4, 1, 4, 9, 1])), "base grad")
    yield from build(load, lambda: (randn(5, 4, 5), torch.tensor([2, 2, 2, 2, 2])), "base", tag="one-")
    yield from build(load, lambda: (randn(5, 4, 5), torch.tensor([7, 1, 0, 3, 5])), "base nan", tag="all-")

EXPECT = {'topic': 'metric-learning',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
