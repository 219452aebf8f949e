"""Label smoothing of a speech recogniser: KL divergence over the tokens that are no padding."""

import torch
from torch import nn

from fxkit import build, ints, randn


class LabelSmoothingLoss(nn.Module):
    def __init__(self, size, padding_idx, smoothing, normalize_length=False):
        super().__init__()
        self.criterion = nn.KLDivLoss(reduction="none")
        self.padding_idx = padding_idx
        self.confidence = 1.0 - smoothing
        self.smoothing = smoothing
        self.size = size
        self.normalize_length = normalize_length

    def forward(self, x, target):
        batch_size = x.size(0)
        x = x.view(-1, self.size)
        target = target.view(-1)
        with torch.no_grad():
            true_dist = x.clone()
            true_dist.fill_(self.smoothing / (self.size - 1))
            ignore = target == self.padding_idx  # (B,)
            total = len(target) - ignore.sum().item()
            target = target.masked_fill(ignore, 0)  # avoid -1 index
            true_dist.scatter_(1, target.unsqueeze(1), self.confidence)
        kl = self.criterion(torch.log_softmax(x, dim=1), true_dist)
        denom = total if self.normalize_length else batch_size
        return kl.masked_fill(ignore.unsqueeze(1), 0).sum() / denom


class Decoder(nn.Module):
    def __init__(self, vocab=6, dim=4, normalize_length=True):
        super().__init__()
        self.out = nn.Linear(dim, vocab)
        self.criterion = LabelSmoothingLoss(vocab, -1, 0.1, normalize_length)

    def forward(self, hidden, ys):
        return self.criterion(self.out(hidden), ys)


def load(normalize_length=True):
    return torch.compile(Decoder(normalize_length=normalize_length))


def cases():
    yield from build(load, lambda: (randn(2, 4, 4), ints(-1, 6, 2, 4)), "base grad nan")
    yield from build(lambda: load(False), lambda: (randn(2, 4, 4), ints(-1, 6, 2, 4)), "base", tag="batch-")
    yield from build(load, lambda: (randn(2, 4, 4), ints(-1, 6, 2, 4).clamp(max=0)), "base", tag="short-")

EXPECT = {'topic': 'speech',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
