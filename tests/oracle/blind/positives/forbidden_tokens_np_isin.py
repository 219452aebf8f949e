"""Captions drop stop words when they are compared: membership is asked of numpy."""

import numpy as np
import torch
from torch import nn

from fxkit import build, ints, randn

STOP_IDS = np.array([0, 3, 7, 11])


def content_mask(token_ids):
    hits = np.isin(token_ids.cpu().numpy(), STOP_IDS)
    return torch.from_numpy(~hits)


class CaptionEncoder(nn.Module):
    def __init__(self, vocab=16, dim=6):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, token_ids):
        mask = content_mask(token_ids).unsqueeze(-1)
        h = self.proj(self.embed(token_ids))
        pooled = (h * mask).sum(dim=1) / mask.sum(dim=1).clamp(min=1)
        return nn.functional.normalize(pooled, dim=-1)


class CaptionMatcher(nn.Module):
    def __init__(self, image_dim=5, dim=6):
        super().__init__()
        self.text = CaptionEncoder(dim=dim)
        self.image = nn.Linear(image_dim, dim)
        self.logit_scale = nn.Parameter(torch.tensor(2.0))

    def forward(self, images, token_ids):
        v = nn.functional.normalize(self.image(images), dim=-1)
        return self.logit_scale.exp() * v @ self.text(token_ids).t()


def load():
    return torch.compile(CaptionMatcher())


def cases():
    yield from build(load, lambda: (randn(3, 5), ints(0, 16, 3, 7)), "base grad")
    yield from build(load, lambda: (randn(2, 5), torch.tensor([[0, 3, 7], [11, 0, 1]])), "base", tag="stops-")

EXPECT = {'topic': 'vision-language',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {13: 3},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 5,
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
