"""Linear chain CRF; the mask of the first step has to be on in every sequence."""

import torch
from torch import nn

from fxkit import bools, build, ints, randn


class CRF(nn.Module):
    def __init__(self, num_tags):
        super().__init__()
        self.start_transitions = nn.Parameter(torch.linspace(-0.1, 0.1, num_tags))
        self.end_transitions = nn.Parameter(torch.linspace(0.1, -0.1, num_tags))
        self.transitions = nn.Parameter(0.1 * torch.eye(num_tags))

    def _validate(self, emissions, mask):
        if emissions.shape[:2] != mask.shape:
            raise ValueError("the first two dimensions of emissions and mask must match")
        if not mask[0].all():
            raise ValueError("mask of the first timestep must all be on")

    def _compute_score(self, emissions, tags, mask):
        steps, batch = tags.shape
        rows = torch.arange(batch)
        score = self.start_transitions[tags[0]] + emissions[0, rows, tags[0]]
        for i in range(1, steps):
            gain = self.transitions[tags[i - 1], tags[i]] + emissions[i, rows, tags[i]]
            score = score + gain * mask[i]
        last = tags[mask.long().sum(dim=0) - 1, rows]
        return score + self.end_transitions[last]

    def _compute_normalizer(self, emissions, mask):
        score = self.start_transitions + emissions[0]
        for i in range(1, emissions.shape[0]):
            step = torch.logsumexp(score[:, :, None] + self.transitions + emissions[i][:, None], dim=1)
            score = torch.where(mask[i][:, None], step, score)
        return torch.logsumexp(score + self.end_transitions, dim=1)

    def forward(self, emissions, tags, mask):
        self._validate(emissions, mask)
        return (self._compute_score(emissions, tags, mask) - self._compute_normalizer(emissions, mask)).sum()


class Tagger(nn.Module):
    def __init__(self, dim=4, tags=3):
        super().__init__()
        self.emit = nn.Linear(dim, tags)
        self.crf = CRF(tags)

    def forward(self, tokens, tags, mask):
        return -self.crf(self.emit(tokens), tags, mask)


def load():
    return torch.compile(Tagger())


def cases():
    started = torch.tensor([[True, True], [True, True], [True, False], [False, False]])
    yield from build(load, lambda: (randn(4, 2, 4), ints(0, 3, 4, 2), started), "base grad nan true")
    yield from build(load, lambda: (randn(4, 2, 4), ints(0, 3, 4, 2), bools(4, 2, p=0.1)), "base", tag="late-")

EXPECT = {'topic': 'language',
 'kind': 'exceptions',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
