"""Product classifier: samples that have a description are refined with it, the others keep the image feature."""

import torch
from torch import nn

from fxkit import build, ints, randn


class ProductClassifier(nn.Module):
    def __init__(self, image_dim=5, vocab=9, dim=6, classes=4):
        super().__init__()
        self.image = nn.Linear(image_dim, dim)
        self.words = nn.Embedding(vocab, dim, padding_idx=0)
        self.fuse = nn.Sequential(nn.Linear(2 * dim, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes)

    def encode_text(self, ids):
        lengths = (ids != 0).sum(dim=1, keepdim=True).clamp(min=1)
        return self.words(ids).sum(dim=1) / lengths

    def forward(self, image, ids):
        feats = self.image(image).relu()
        has_text = (ids != 0).any(dim=1)
        index = torch.where(has_text)[0]
        if len(index) > 0:
            text = self.encode_text(ids[index])
            fused = self.fuse(torch.cat([feats[index], text], dim=-1))
            feats = feats.clone()
            feats[index] = self.norm(feats[index] + fused)
        return self.head(feats)


def load():
    return torch.compile(ProductClassifier())


def cases():
    rows = torch.tensor([[3, 4, 0], [0, 0, 0], [1, 0, 0], [0, 0, 0]])
    yield from build(load, lambda: (randn(4, 5), rows.clone()), "base grad nan")
    yield from build(load, lambda: (randn(4, 5), torch.zeros(4, 3, dtype=torch.long)), "base", tag="notext-")
    yield from build(load, lambda: (randn(4, 5), ints(1, 9, 4, 3)), "base", tag="alltext-")

EXPECT = {'topic': 'multi-modal',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero', 'grad-close', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
