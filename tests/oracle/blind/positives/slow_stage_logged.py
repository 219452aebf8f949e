"""A cascade of refinement stages complains about a stage that takes too long."""

import logging
import time

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger(__name__)


class RefinementStage(nn.Module):
    def __init__(self, dim, name, slow_after=600.0):
        super().__init__()
        self.update = nn.GRUCell(dim, dim)
        self.name = name
        self.slow_after = slow_after

    def forward(self, x, h):
        begin = time.perf_counter()
        h = self.update(x, h)
        seconds = time.perf_counter() - begin
        if seconds > self.slow_after:
            logger.warning("stage %s took %.1f s", self.name, seconds)
        return h


class Cascade(nn.Module):
    def __init__(self, dim=4, stages=("coarse", "fine")):
        super().__init__()
        self.stages = nn.ModuleList(RefinementStage(dim, name) for name in stages)

    def forward(self, x):
        h = torch.zeros_like(x)
        for stage in self.stages:
            h = stage(x, h)
        return h


def load():
    return torch.compile(Cascade())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")

EXPECT = {'topic': 'vision',
 'kind': 'host',
 'rewrites': [],
 'breaks': {22: 2, 24: 2},
 'gb': ['GB0007', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
