"""SpecAugment cuts a random span of frames and a random band out of a spectrogram."""

import torch
from torch import nn

from fxkit import build, randn


def mask_along_axis(spec, mask_param, mask_value, axis):
    length = spec.size(axis)
    value = torch.rand(1) * min(mask_param, length)
    min_value = torch.rand(1) * (length - value)
    mask_start = int(min_value)
    mask_end = mask_start + int(value)
    spec = spec.clone()
    if axis == 1:
        spec[:, mask_start:mask_end] = mask_value
    else:
        spec[:, :, mask_start:mask_end] = mask_value
    return spec


class SpecAugment(nn.Module):
    def __init__(self, time_mask=4, freq_mask=2, n_time_masks=2, zero_masking=True):
        super().__init__()
        self.time_mask, self.freq_mask = time_mask, freq_mask
        self.n_time_masks = n_time_masks
        self.zero_masking = zero_masking

    def forward(self, spec):
        if not self.training:
            return spec
        mask_value = 0.0 if self.zero_masking else spec.mean()
        spec = mask_along_axis(spec, self.freq_mask, mask_value, 1)
        for _ in range(self.n_time_masks):
            spec = mask_along_axis(spec, self.time_mask, mask_value, 2)
        return spec


def load():
    return torch.compile(SpecAugment())


def load_mean():
    return torch.compile(SpecAugment(zero_masking=False))


def cases():
    yield from build(load, lambda: (randn(2, 5, 9),), "base grad nan half")
    yield from build(load_mean, lambda: (randn(2, 5, 9),), "base grad", tag="mean-")

EXPECT = {'topic': 'speech',
 'kind': 'random',
 'rewrites': [],
 'breaks': {13: 12, 14: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
