"""SpecAugment masking in the manner of torchaudio's mask_along_axis, with its width check."""

import torch
import torch.nn as nn

from fxkit import build, randn


class AxisMasking(nn.Module):
    """Applies a mask of random width to one axis of a spectrogram batch."""

    def __init__(self, mask_param, axis, mask_value=0.0):
        super().__init__()
        self.mask_param = mask_param
        self.axis = axis
        self.mask_value = mask_value

    @torch.compile
    def forward(self, specgram, scale):
        size = specgram.size(self.axis)
        value = torch.rand(1) * self.mask_param * scale
        min_value = torch.rand(1) * (size - value)
        mask_start = (min_value.long()).squeeze()
        mask_end = (min_value.long() + value.long()).squeeze()
        mask = torch.arange(0, size)
        mask = (mask >= mask_start) & (mask < mask_end)
        if self.axis == 1:
            mask = mask.unsqueeze(-1)
        if mask_end - mask_start >= self.mask_param:
            raise ValueError("Number of columns to be masked should be less than mask_param")
        return specgram.masked_fill(mask, self.mask_value)


def make_time():
    return AxisMasking(3, 2)


def make_freq():
    return AxisMasking(2, 1, -1.0)


def cases():
    yield from build(make_time, lambda: (randn(2, 4, 8), torch.tensor(1.0)), "base nan")
    yield from build(make_time, lambda: (randn(2, 4, 8), torch.tensor(2.5)), "base", tag="wide-")
    yield from build(make_freq, lambda: (randn(2, 5, 6), torch.tensor(1.0)), "base", tag="freq-")

EXPECT = {'topic': 'speech',
 'rewrites': [],
 'breaks': {29: 1, 30: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'close']}
