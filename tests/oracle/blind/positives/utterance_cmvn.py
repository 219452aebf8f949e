"""Per-utterance mean and variance normalisation of padded filterbanks."""

import torch
from torch import nn

from fxkit import build, randn


class UtteranceCMVN(nn.Module):
    """Normalises every utterance over its own valid frames; padding is set to zero."""

    def __init__(self, norm_means=True, norm_vars=True, eps=1e-5):
        super().__init__()
        self.norm_means = norm_means
        self.norm_vars = norm_vars
        self.eps = eps

    def extra_repr(self):
        return f"norm_means={self.norm_means}, norm_vars={self.norm_vars}"

    def forward(self, feats, lengths):
        normed = []
        for i in range(feats.size(0)):
            n = int(lengths[i])
            x = feats[i, :n]
            if self.norm_means:
                x = x - x.mean(dim=0, keepdim=True)
            if self.norm_vars:
                x = x / torch.sqrt(x.pow(2).mean(dim=0, keepdim=True) + self.eps)
            pad = feats.new_zeros(feats.size(1) - n, feats.size(2))
            normed.append(torch.cat([x, pad], dim=0))
        return torch.stack(normed)


class FrontEnd(nn.Module):
    def __init__(self, n_mels=4, d_model=6):
        super().__init__()
        self.cmvn = UtteranceCMVN()
        self.proj = nn.Linear(n_mels, d_model)

    def forward(self, feats, lengths):
        return self.proj(self.cmvn(feats, lengths)), lengths


def load():
    return torch.compile(FrontEnd())


def cases():
    yield from build(load, lambda: (randn(3, 7, 4), torch.tensor([7, 4, 2])), "base grad big")
    yield from build(load, lambda: (randn(3, 7, 4), torch.tensor([7, 7, 7])), "base grad", tag="full-")
    yield from build(load, lambda: (randn(2, 5, 4), torch.tensor([1, 3])), "base", tag="one-")


EXPECT = {'topic': 'speech',
 'kind': 'per_sample_loop',
 'rewrites': [],
 'breaks': {24: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'grad-close', 'no-training']}
