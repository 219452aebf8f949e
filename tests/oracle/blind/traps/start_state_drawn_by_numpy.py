"""A hidden Markov generator draws its states with numpy's choice from probabilities that the network predicts."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class StatePrior(nn.Module):
    def __init__(self, dim=3, states=4):
        super().__init__()
        self.logits = nn.Linear(dim, states)

    def forward(self, cond):
        return self.logits(cond).double().softmax(dim=-1)


class Generator(nn.Module):
    def __init__(self, dim=3, states=4, length=3):
        super().__init__()
        self.prior = StatePrior(dim, states)
        self.emission = nn.Embedding(states, dim)
        self.length = length

    @torch.no_grad()
    def forward(self, cond):
        out = []
        for _ in range(self.length):
            probs = self.prior(cond).numpy()
            state = int(np.random.choice(len(probs), p=probs))
            cond = self.emission(torch.tensor(state)) + 0.5 * cond
            out.append(cond)
        return torch.stack(out)


def load():
    np.random.seed(5)
    return torch.compile(Generator())


def cases():
    yield from build(load, lambda: (randn(3),), "base big")

EXPECT = {'topic': 'time series',
 'kind': 'random',
 'verdict': 'decline',
 'obligations': ['the random stream of numpy'],
 'breaks': {31: 2},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['random state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
