"""Domain specific normalisation: the target statistics move only when the batch holds target samples."""

import torch
import torch.nn as nn

from fxkit import build, randn


class DomainHead(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.source_bn = nn.BatchNorm1d(dim)
        self.target_bn = nn.BatchNorm1d(dim)

    def normalise(self, feats, is_target):
        out = self.source_bn(feats)
        if is_target.any():
            out = torch.where(is_target.unsqueeze(-1), self.target_bn(feats), out)
        return out

    def forward(self, feats, is_target):
        return torch.relu(self.normalise(feats, is_target))


def make_head():
    return torch.compile(DomainHead())


def cases():
    yield from build(make_head, lambda: (randn(4, 3), torch.tensor([True, False, True, False])), "base grad")
    yield from build(make_head, lambda: (randn(4, 3), torch.zeros(4, dtype=torch.bool)), "base", tag="source-")

EXPECT = {'topic': 'domain adaptation',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
