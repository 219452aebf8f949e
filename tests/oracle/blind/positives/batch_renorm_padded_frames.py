"""Batch renormalisation of speech frames; padded frames take no part in the statistics."""

import torch
from torch import nn

from fxkit import build, randn


class BatchRenorm1d(nn.Module):
    def __init__(self, num_features, eps=1e-3, momentum=0.01, affine=True):
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(num_features, dtype=torch.float))
        self.register_buffer("running_std", torch.ones(num_features, dtype=torch.float))
        self.register_buffer("num_batches_tracked", torch.tensor(0, dtype=torch.long))
        self.weight = nn.Parameter(torch.ones(num_features, dtype=torch.float))
        self.bias = nn.Parameter(torch.zeros(num_features, dtype=torch.float))
        self.affine = affine
        self.eps = eps
        self.momentum = momentum

    @property
    def rmax(self):
        return (2 / 35 * self.num_batches_tracked + 25 / 35).clamp_(1.0, 3.0)

    @property
    def dmax(self):
        return (5 / 20 * self.num_batches_tracked - 25 / 20).clamp_(0.0, 5.0)

    def _check_input_dim(self, x):
        if x.dim() not in (2, 3):
            raise ValueError("expected 2D or 3D input")

    def forward(self, x, mask=None):
        """mask is True on the frames to ignore."""
        self._check_input_dim(x)
        if x.dim() > 2:
            x = x.transpose(1, -1)
        if self.training:
            dims = [i for i in range(x.dim() - 1)]
            if mask is not None:
                z = x[~mask]
                batch_mean = z.mean(0)
                batch_std = z.std(0, unbiased=False) + self.eps
            else:
                batch_mean = x.mean(dims)
                batch_std = x.std(dims, unbiased=False) + self.eps
            r = (batch_std.detach() / self.running_std.view_as(batch_std)).clamp_(1 / self.rmax, self.rmax)
            d = (
                (batch_mean.detach() - self.running_mean.view_as(batch_mean)) / self.running_std.view_as(batch_std)
            ).clamp_(-self.dmax, self.dmax)
            x = (x - batch_mean) / batch_std * r + d
            self.running_mean += self.momentum * (batch_mean.detach() - self.running_mean)
            self.running_std += self.momentum * (batch_std.detach() - self.running_std)
            self.num_batches_tracked += 1
        else:
            x = (x - self.running_mean) / self.running_std
        if self.affine:
            x = self.weight * x + self.bias
        if x.dim() > 2:
            x = x.transpose(1, -1)
        return x


def load(training=True):
    return torch.compile(BatchRenorm1d(4).train(training))


def padded(b=2, t=5, shortest=2):
    mask = torch.arange(t)[None, :] >= torch.tensor([t, shortest])[:b, None]
    return randn(b, 4, t), mask


def cases():
    yield from build(load, padded, "base grad big")
    yield from build(load, lambda: padded(2, 6, 0), "base grad", tag="empty-row-")
    yield from build(load, lambda: padded(2, 5, 5), "base", tag="full-")
    yield from build(load, lambda: (randn(6, 4),), "base", tag="plain-")
    yield from build(lambda: load(False), padded, "base", tag="eval-")


EXPECT = {'topic': 'normalisation',
 'rewrites': [],
 'breaks': {41: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero']}
