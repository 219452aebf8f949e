"""Neural Turing machine controller: every sequence starts from a copy of the learned initial memory."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class NTMCell(nn.Module):
    """Content addressing only, one read and one write head."""

    def __init__(self, dim=3, slots=4):
        super().__init__()
        self.controller = nn.Linear(2 * dim, dim)
        self.key = nn.Linear(dim, dim)
        self.erase = nn.Linear(dim, dim)
        self.add = nn.Linear(dim, dim)
        memory = torch.linspace(-1, 1, slots * dim).reshape(slots, dim)
        self.initial = {"memory": memory, "read": torch.zeros(dim)}

    def address(self, h, memory):
        return F.softmax(4 * F.cosine_similarity(self.key(h)[None], memory, dim=-1), dim=0)

    def step(self, x, state):
        h = torch.tanh(self.controller(torch.cat([x, state["read"]])))
        w = self.address(h, state["memory"])[:, None]
        erase = torch.sigmoid(self.erase(h))
        state["memory"] = state["memory"] * (1 - w * erase) + w * self.add(h)
        state["read"] = (w * state["memory"]).sum(0)
        return h

    def forward(self, xs):
        state = copy.deepcopy(self.initial)
        state["read"] += xs.mean(0).detach()
        outputs = [self.step(x, state) for x in xs.unbind(0)]
        return torch.stack(outputs), state


def cases():
    make = lambda: torch.compile(NTMCell())
    yield from build(make, lambda: (randn(3, 3),), "base grad nan")
    yield from build(make, lambda: (randn(1, 3),), "base", tag="one-")
    yield from build(make, lambda: (torch.zeros(2, 3),), "base", tag="blank-")

EXPECT = {'topic': 'memory networks',
 'rewrites': ['R41'],
 'breaks': {36: 1},
 'gb': ['GB4198'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': []}
