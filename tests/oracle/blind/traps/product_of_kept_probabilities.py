"""The probability of the masked actions of an agent with several heads: a product over the active heads."""

import torch
from torch import nn

from fxkit import build, randn


class MultiHeadPolicy(nn.Module):
    def __init__(self, obs=3, heads=4):
        super().__init__()
        self.logits = nn.Linear(obs, heads)

    def joint(self, probs, active):
        return torch.stack([p[a].prod() for p, a in zip(probs, active)])

    def forward(self, obs, active):
        return self.joint(torch.sigmoid(self.logits(obs)), active).log()


def load():
    return torch.compile(MultiHeadPolicy())


def cases():
    some = torch.tensor([[True, False, True, True], [True, True, True, True]])
    yield from build(load, lambda: (randn(2, 3), some), "base grad")
    yield from build(load, lambda: (randn(2, 3), torch.zeros(2, 4, dtype=torch.bool)), "base", tag="none-")

EXPECT = {'topic': 'RL',
 'kind': 'masks',
 'verdict': 'any correct rewrite',
 'obligations': ['neutral element', 'gradients'],
 'breaks': {15: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['inf positions', 'nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
