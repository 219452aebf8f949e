"""SpecAugment: time and frequency masks with random position and width."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class SpecAugmentConfig:
    num_time_masks: int = 2
    num_freq_masks: int = 1
    max_time: int = 4
    max_freq: int = 3
    mask_value: float = 0.0


def mask_along_axis(spec, dim, max_width, value):
    size = spec.size(dim)
    width = int(torch.randint(0, max_width + 1, (1,)))
    start = int(torch.randint(0, size - max_width + 1, (1,)))
    index = [slice(None)] * spec.dim()
    index[dim] = slice(start, start + width)
    out = spec.clone()
    out[tuple(index)] = value
    return out


class SpecAugment(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg

    def forward(self, spec):
        if not self.training:
            return spec
        for _ in range(self.cfg.num_time_masks):
            spec = mask_along_axis(spec, 1, self.cfg.max_time, self.cfg.mask_value)
        for _ in range(self.cfg.num_freq_masks):
            spec = mask_along_axis(spec, 2, self.cfg.max_freq, self.cfg.mask_value)
        return spec


class AcousticModel(nn.Module):
    def __init__(self, n_mels=6, n_units=4):
        super().__init__()
        self.spec_augment = SpecAugment(SpecAugmentConfig())
        self.proj = nn.Linear(n_mels, n_units)

    def forward(self, spec):
        spec = (spec - spec.mean()) / (spec.std() + 1e-5)
        return self.proj(self.spec_augment(spec)).log_softmax(dim=-1)


def load():
    return torch.compile(AcousticModel())


def cases():
    yield from build(load, lambda: (randn(2, 9, 6),), "base grad nan")
    yield from build(lambda: torch.compile(AcousticModel().eval()), lambda: (randn(2, 9, 6),), "base", tag="eval-")


EXPECT = {'topic': 'speech',
 'kind': 'int_of_randint',
 'rewrites': [],
 'breaks': {22: 3, 23: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 11,
 'after': 0,
 'assume': [],
 'unsafe': []}
