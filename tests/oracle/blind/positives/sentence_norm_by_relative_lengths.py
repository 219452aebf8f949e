"""Mean and variance normalisation of each sentence over its own frames; lengths are relative, as in a padded batch."""

import torch
from torch import nn

from fxkit import build, randn


class InputNormalization(nn.Module):
    def __init__(self, mean_norm=True, std_norm=True, eps=1e-10):
        super().__init__()
        self.mean_norm = mean_norm
        self.std_norm = std_norm
        self.eps = eps

    def forward(self, x, lengths):
        out = []
        for snt_id in range(x.shape[0]):
            # Avoiding padded time steps
            actual_size = torch.round(lengths[snt_id] * x.shape[1]).int()
            current_mean, current_std = self._compute_current_stats(x[snt_id, 0:actual_size, ...])
            out.append((x[snt_id] - current_mean.data) / current_std.data)
        return torch.stack(out)

    def _compute_current_stats(self, x):
        if self.mean_norm:
            current_mean = torch.mean(x, dim=0).detach().data
        else:
            current_mean = torch.zeros(x.shape[-1])
        if self.std_norm:
            current_std = torch.std(x, dim=0).detach().data
        else:
            current_std = torch.ones(x.shape[-1])
        current_std = torch.max(current_std, self.eps * torch.ones_like(current_std))
        return current_mean, current_std


class Frontend(nn.Module):
    def __init__(self, n_mels=4, dim=5, std_norm=True):
        super().__init__()
        self.normalize = InputNormalization(std_norm=std_norm)
        self.proj = nn.Linear(n_mels, dim)

    def forward(self, feats, lengths):
        return torch.relu(self.proj(self.normalize(feats, lengths)))


def load(std_norm=True):
    return torch.compile(Frontend(std_norm=std_norm))


def cases():
    lens = torch.tensor([1.0, 0.6, 0.45])
    yield from build(load, lambda: (randn(3, 10, 4), lens.clone()), "base big")
    yield from build(lambda: load(False), lambda: (randn(3, 10, 4), lens.clone()), "base", tag="mean-")
    yield from build(load, lambda: (randn(2, 7, 4), torch.tensor([0.3, 1.0])), "base", tag="short-")

EXPECT = {'topic': 'speech',
 'kind': 'lengths',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 4,
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
