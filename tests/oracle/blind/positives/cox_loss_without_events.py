"""A survival model returns a zero loss for batches in which nobody died."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


def cox_ph_loss_sorted(log_h, events, eps=1e-7):
    """Requires the input to be sorted by descending duration time."""
    events = events.float().view(-1)
    log_h = log_h.view(-1)
    gamma = log_h.max()
    log_cumsum_h = log_h.sub(gamma).exp().cumsum(0).add(eps).log().add(gamma)
    return -log_h.sub(log_cumsum_h).mul(events).sum().div(events.sum())


class DeepSurv(nn.Module):
    def __init__(self, in_features=4, hidden=6, l2=1e-3):
        super().__init__()
        self.net = nn.Sequential(
            nn.Linear(in_features, hidden), nn.ReLU(), nn.BatchNorm1d(hidden), nn.Linear(hidden, 1, bias=False)
        )
        self.l2 = l2

    def regularizer(self):
        return self.l2 * sum(p.pow(2).sum() for p in self.net.parameters())

    def forward(self, x, durations, events):
        log_h = self.net(x)
        idx = durations.sort(descending=True)[1]
        if events.sum() == 0:
            return self.regularizer()
        return cox_ph_loss_sorted(log_h[idx], events[idx]) + self.regularizer()


def load():
    return torch.compile(DeepSurv())


def cases():
    yield from build(load, lambda: (randn(6, 4), rand(6), torch.tensor([1.0, 0, 1, 0, 0, 1])), "base grad nan")
    yield from build(load, lambda: (randn(6, 4), rand(6), torch.zeros(6)), "base grad", tag="censored-")

EXPECT = {'topic': 'survival',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
