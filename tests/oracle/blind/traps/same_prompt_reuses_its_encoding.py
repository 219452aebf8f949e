"""A text encoder returns the very encoding of the last call if the prompt is the same as then."""

import torch
from torch import nn

from fxkit import build, ints


class CachedTextEncoder(nn.Module):
    def __init__(self, vocab=9, dim=4):
        super().__init__()
        self.emb = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.last_ids, self.last_encoding = None, None
        self.hits = 0

    def encode(self, ids):
        return torch.tanh(self.mix(self.emb(ids))).detach()

    def forward(self, ids):
        if self.last_ids is not None and torch.equal(ids, self.last_ids):
            self.hits += 1
            return self.last_encoding
        self.last_ids = ids.clone()
        self.last_encoding = self.encode(ids)
        return self.last_encoding


class Pipeline(nn.Module):
    def __init__(self):
        super().__init__()
        self.text_encoder = CachedTextEncoder()

    def forward(self, prompts):
        out = [self.text_encoder(p) for p in prompts]
        # callers scale the encoding that they were given
        out[-1].mul_(0.5)
        return torch.stack([o.mean() for o in out]), out[-1]


def load():
    return torch.compile(Pipeline())


def cases():
    yield from build(load, lambda: ([ints(0, 9, 5), ints(0, 9, 5), ints(0, 9, 5, seed=4)],), "base")
    yield from build(load, lambda: ([ints(0, 9, 5), ints(0, 9, 3), ints(0, 9, 3)],), "base", tag="lengths-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch with state',
 'verdict': 'decline',
 'obligations': ['aliasing', 'shared state', 'shapes'],
 'breaks': {21: 3},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['values', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
