"""Discrete diffusion: the masked positions take the proposals one after the other, from the first proposal on."""

import torch
from torch import nn

from fxkit import build, ints


class Unmasker(nn.Module):
    def __init__(self, vocab=7, dim=4, mask_id=0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)
        self.mask_id = mask_id

    def fill(self, tokens, proposals):
        masked = tokens == self.mask_id
        filled = tokens.clone()
        filled[masked] = proposals[: int(masked.sum())]
        return filled

    def forward(self, tokens, proposals):
        filled = self.fill(tokens, proposals)
        return filled, self.head(self.embed(filled)).log_softmax(-1)


def load():
    return torch.compile(Unmasker())


def cases():
    new = lambda: torch.tensor([1, 2, 3, 4, 5])
    yield from build(load, lambda: (torch.tensor([6, 0, 6, 0, 0]), new()), "base", tag="some-")
    yield from build(load, lambda: (torch.tensor([0, 0, 0, 0, 0]), new()), "base", tag="all-")
    yield from build(load, lambda: (torch.tensor([6, 5, 6, 5, 4]), new()), "base", tag="none-")

EXPECT = {'topic': 'diffusion language models',
 'kind': 'masked write, size from a mask',
 'verdict': 'any correct rewrite',
 'obligations': ['order of elements'],
 'breaks': {19: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
