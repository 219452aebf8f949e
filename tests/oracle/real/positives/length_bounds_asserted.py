"""An encoder asserts that the lengths of its batch make sense before it builds a padding mask."""

import torch
from torch import nn

from fxkit import build, randn


def make_pad_mask(lengths, max_len):
    steps = torch.arange(max_len, device=lengths.device)
    return steps.unsqueeze(0) >= lengths.unsqueeze(-1)


class ConformerEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.ff = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, feats, feat_lens):
        assert feat_lens.min() > 0 and feat_lens.max() <= feats.size(1), "lengths outside of the batch"
        pad = make_pad_mask(feat_lens, feats.size(1))
        h = self.norm(feats + 0.5 * torch.nn.functional.silu(self.ff(feats)))
        h = h.masked_fill(pad.unsqueeze(-1), 0.0)
        return h, feat_lens


def load():
    return torch.compile(ConformerEncoder())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), torch.tensor([5, 2])), "base grad nan")
    yield from build(load, lambda: (randn(2, 5, 4), torch.tensor([6, 2])), "base", tag="long-")
    yield from build(load, lambda: (randn(2, 5, 4), torch.tensor([3, 0])), "base", tag="zero-")

EXPECT = {'topic': 'speech',
 'rewrites': ['R19'],
 'breaks': {21: 2},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
