"""Kernel density bandwidth search by leave-one-out likelihood; best value and patience are plain Python attributes."""

import torch
from torch import nn

from fxkit import build, randn


class BandwidthSearch(nn.Module):
    """One candidate per call. `best` is the best score so far, `stale` the calls without improvement."""

    def __init__(self, start=1.0, shrink=0.6, patience=2):
        super().__init__()
        self.register_buffer("bandwidth", torch.tensor(start))
        self.shrink = shrink
        self.patience = patience
        self.best = -float("inf")
        self.stale = 0

    def leave_one_out(self, x):
        d = (x[:, None] - x[None]).pow(2).sum(-1) / self.bandwidth ** 2
        d = d.masked_fill(torch.eye(x.shape[0], dtype=torch.bool), float("inf"))
        log_k = -0.5 * d - x.shape[1] * torch.log(self.bandwidth)
        return torch.logsumexp(log_k, dim=1).mean()

    def track(self, score):
        value = score.item()
        if value > self.best:
            self.best = value
            self.stale = 0
        else:
            self.stale += 1
        return self.stale >= self.patience

    def forward(self, x):
        x = (x - x.mean(0)) / x.std(0).clamp(min=1e-6)
        score = self.leave_one_out(x)
        stop = self.track(score)
        self.bandwidth.mul_(self.shrink)
        return {"score": score, "stop": stop, "bandwidth": self.bandwidth.clone()}


def search(**kw):
    return torch.compile(BandwidthSearch(**kw))


def cases():
    yield from build(search, lambda: (randn(6, 2),), "base nan", tag="wide-")
    yield from build(lambda: search(start=0.3), lambda: (randn(6, 2),), "base", tag="narrow-")
    yield from build(lambda: search(shrink=1.0, patience=1), lambda: (randn(6, 2),), "base", tag="constant-")

EXPECT = {'topic': 'density estimation',
 'rewrites': ['R17', 'R26'],
 'breaks': {27: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
