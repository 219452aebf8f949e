"""Molecules of a batch are checked one after the other: the first one that is broken is named, the ones before are counted."""

import torch
from torch import nn

from fxkit import build, randn


class BrokenMolecule(ValueError):
    pass


class BatchChecker(nn.Module):
    def __init__(self, box=5.0, min_distance=0.05):
        super().__init__()
        self.box = box
        self.min_distance = min_distance
        self.checked = 0

    def check(self, index, pos):
        if pos.abs().max() > self.box:
            raise BrokenMolecule(f"molecule {index} left its box")
        i, j = torch.triu_indices(pos.shape[0], pos.shape[0], offset=1)
        if (pos[i] - pos[j]).norm(dim=-1).min() < self.min_distance:
            raise BrokenMolecule(f"molecule {index} has atoms on top of each other")
        self.checked += 1

    def forward(self, batch):
        for index, pos in enumerate(batch):
            self.check(index, pos)
        return batch - batch.mean(dim=1, keepdim=True)


class Energy(nn.Module):
    def __init__(self):
        super().__init__()
        self.checker = BatchChecker()
        self.k = nn.Parameter(torch.tensor(0.5))

    def forward(self, batch):
        centred = self.checker(batch)
        return self.k * centred.square().sum(dim=(1, 2))


def load():
    return torch.compile(Energy())


def cases():
    yield from build(load, lambda: (randn(3, 4, 3),), "base grad")
    far, flat = randn(3, 4, 3), randn(3, 4, 3)
    far[1], flat[2] = far[1] * 20, 0.0
    both = far.clone()
    both[0] = 0.0
    yield from build(load, lambda: (far.clone(),), "base", tag="far-")
    yield from build(load, lambda: (flat.clone(),), "base", tag="flat-")
    yield from build(load, lambda: (both.clone(),), "base", tag="both-")

EXPECT = {'topic': 'molecules',
 'kind': 'check',
 'verdict': 'any correct rewrite',
 'obligations': ['order of exceptions', 'effects before them'],
 'breaks': {21: 3, 24: 2, 22: 1, 25: 1},
 'gb': ['GB0088', 'GB0170', 'GB7000'],
 'naive_differs_in': ['exception', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
