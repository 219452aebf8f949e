"""Instance embeddings: the pull term is divided by the number of instances of the image, background left out."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


def count_instances(ids, background=0):
    return (torch.unique(ids[ids != background])).numel()


class PullLoss(nn.Module):
    def __init__(self, margin=0.1, max_instances=4):
        super().__init__()
        self.margin = margin
        self.max_instances = max_instances

    def forward(self, emb, ids):
        """emb: (P, D), ids: (P,) with 0 for background"""
        member = (ids[:, None] == torch.arange(1, self.max_instances + 1)).float()
        size = member.sum(dim=0)
        centre = (member.t() @ emb) / size.clamp(min=1)[:, None]
        dist = (emb - member @ centre).norm(dim=-1)
        pull = torch.relu(dist - self.margin).square()
        per_instance = (member * pull[:, None]).sum(dim=0) / size.clamp(min=1)
        return per_instance.sum() / max(count_instances(ids), 1)


class EmbeddingHead(nn.Module):
    def __init__(self, channels=4, dim=3):
        super().__init__()
        self.conv = nn.Conv2d(channels, dim, 1)
        self.pull = PullLoss()

    def forward(self, feat, ids):
        emb = self.conv(feat)
        return self.pull(emb.flatten(1).t(), ids.flatten()) if emb.dim() == 3 else emb


def load():
    return torch.compile(EmbeddingHead())


def cases():
    yield from build(load, lambda: (randn(4, 3, 4), ints(0, 5, 3, 4)), "base grad")
    yield from build(load, lambda: (randn(4, 3, 4), 2 * ints(0, 2, 3, 4)), "base grad", tag="one-")
    yield from build(load, lambda: (randn(4, 3, 4), torch.zeros(3, 4).long()), "base", tag="none-")

EXPECT = {'topic': 'instance segmentation',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {10: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
