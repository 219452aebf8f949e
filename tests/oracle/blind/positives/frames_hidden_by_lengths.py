"""An acoustic encoder hides the frames behind the end of each utterance."""

import torch
import torch.nn as nn

from fxkit import build, randn


class AcousticEncoder(nn.Module):
    def __init__(self, bins=4, dim=6):
        super().__init__()
        self.proj = nn.Linear(bins, dim)
        self.attn = nn.Linear(dim, 1)

    def make_pad_mask(self, lengths, max_len):
        mask = torch.ones(len(lengths), max_len, dtype=torch.bool)
        for i, length in enumerate(lengths.tolist()):
            mask[i, :length] = False
        return mask

    def forward(self, feats, lengths):
        pad = self.make_pad_mask(lengths, feats.shape[1])
        h = torch.relu(self.proj(feats))
        score = self.attn(h).squeeze(-1).masked_fill(pad, -1e4)
        return (score.softmax(dim=-1).unsqueeze(-1) * h).sum(dim=1)


def load():
    return torch.compile(AcousticEncoder())


def cases():
    yield from build(load, lambda: (randn(3, 5, 4), torch.tensor([5, 2, 3])), "base grad nan")
    yield from build(load, lambda: (randn(2, 5, 4), torch.tensor([1, 5])), "base", tag="short-")

EXPECT = {'topic': 'speech',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {17: 3},
 'gb': ['GB0033'],
 'skips': 0,
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
