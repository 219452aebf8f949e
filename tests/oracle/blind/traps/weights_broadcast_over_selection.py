"""Contact forces of the legs that touch the ground are weighted by as many weights as legs are expected to stand."""

import torch
from torch import nn

from fxkit import build, randn


class ContactForces(nn.Module):
    def __init__(self, stance_legs=2):
        super().__init__()
        self.leg_weights = nn.Parameter(torch.arange(1.0, stance_legs + 1))

    def forward(self, forces, contact):
        standing = forces[contact]
        # (stance_legs,), or a single leg for all weights
        return (standing * self.leg_weights).sum()


class StanceReward(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.force = nn.Linear(dim, 1)
        self.contacts = ContactForces()

    def forward(self, feet, contact):
        forces = torch.relu(self.force(feet)).squeeze(-1) + 0.1
        return self.contacts(forces, contact)


def load():
    return torch.compile(StanceReward())


def cases():
    def args(*contact):
        return lambda: (randn(4, 3), torch.tensor(contact))

    yield from build(load, args(True, False, True, False), "base grad")
    yield from build(load, args(False, False, True, False), "base grad", tag="single-")
    yield from build(load, args(True, True, True, False), "base", tag="three-")

EXPECT = {'topic': 'robotics',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['broadcasting'],
 'breaks': {15: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
