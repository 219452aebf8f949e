"""Usage statistics of a semantic id tokenizer for recommendation."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ResidualTokenizer(nn.Module):
    def __init__(self, levels=2, codes=3, dim=4):
        super().__init__()
        self.codebooks = nn.ParameterList(nn.Parameter(torch.randn(codes, dim)) for _ in range(levels))
        self.register_buffer("counts", torch.zeros(levels, codes, dtype=torch.long))

    def track(self, level, ids):
        for i in ids.tolist():
            self.counts[level, i] += 1

    def forward(self, item_emb):
        residual, out, tokens = item_emb, 0.0, []
        for level, codebook in enumerate(self.codebooks):
            ids = torch.cdist(residual, codebook).argmin(-1)
            picked = codebook[ids]
            self.track(level, ids)
            out = out + picked
            residual = residual - picked
            tokens.append(ids)
        return out, torch.stack(tokens, -1)


def load():
    return torch.compile(ResidualTokenizer())


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base neg")
    yield from build(load, lambda: (randn(1, 4),), "base", tag="one-")


EXPECT = {'topic': 'vq',
 'verdict': 'any correct rewrite',
 'obligations': ['R25'],
 'breaks': {16: 3},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
