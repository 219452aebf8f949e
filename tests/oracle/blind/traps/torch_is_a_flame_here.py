"""A combustion surrogate imports the framework as th and uses the name torch for the burner of its configuration."""

from dataclasses import dataclass

import torch as th
from torch import nn

from fxkit import build, randn


@dataclass
class Burner:
    where: float = 0.4
    width: float = 0.2
    ignition: float = 0.8


class FlameSurrogate(nn.Module):
    def __init__(self, torch=Burner(), cells=6):
        super().__init__()
        self.torch = torch
        self.register_buffer("grid", th.linspace(0.0, 1.0, cells))
        self.reaction = nn.Linear(cells, cells)

    def source(self, temperature, torch):
        heat = th.exp(-((self.grid - torch.where) / torch.width) ** 2)
        if temperature.max() > torch.ignition:
            heat = heat + self.reaction(temperature).relu()
        else:
            heat = heat * 0.5
        return heat

    def forward(self, temperature, dt: float = 0.05):
        torch = self.torch
        lap = temperature.roll(1, -1) - 2 * temperature + temperature.roll(-1, -1)
        return temperature + dt * (lap + self.source(temperature, torch))


def load():
    return th.compile(FlameSurrogate())


def cases():
    yield from build(load, lambda: (randn(2, 6),), "base zero neg nan")
    yield from build(load, lambda: (randn(2, 6).abs() * 0.1,), "base", tag="cold-")

EXPECT = {'topic': 'physics',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['shadowed names'],
 'breaks': {27: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
