"""Modern Hopfield retrieval (Ramsauer et al.): the update is iterated until the query stops moving."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class HopfieldRetrieval(nn.Module):
    """Associates queries with stored patterns; reports the number of updates used per call."""

    def __init__(self, dim=4, beta=2.0, max_updates=4, tol=0.05):
        super().__init__()
        self.norm = nn.LayerNorm(dim, elementwise_affine=False)
        self.beta = beta
        self.max_updates = max_updates
        self.tol = tol
        self.register_buffer("updates", torch.zeros((), dtype=torch.long))

    def update(self, state, patterns):
        attn = F.softmax(self.beta * state @ patterns.t(), dim=-1)
        return attn @ patterns

    def forward(self, query, patterns):
        patterns = self.norm(patterns)
        state = self.norm(query)
        for _ in range(self.max_updates):
            new = self.update(state, patterns)
            shift = (new - state).norm(dim=-1).max()
            state = new
            self.updates += 1
            if shift < self.tol:
                break
        energy = -torch.logsumexp(self.beta * state @ patterns.t(), dim=-1) / self.beta
        return state, energy + 0.5 * (state ** 2).sum(-1)


def cases():
    yield from build(lambda: torch.compile(HopfieldRetrieval()), lambda: (randn(3, 4), randn(6, 4)), "base nan", tag="free-")
    yield from build(lambda: torch.compile(HopfieldRetrieval(beta=30.0)), lambda: (randn(6, 4), randn(6, 4)), "base", tag="stored-")
    yield from build(lambda: torch.compile(HopfieldRetrieval(beta=0.01)), lambda: (randn(3, 4), randn(6, 4)), "base", tag="mean-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R8'],
 'breaks': {33: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
