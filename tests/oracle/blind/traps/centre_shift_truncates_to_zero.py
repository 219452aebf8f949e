"""Crop augmentation: the shift of the centre is halved and truncated towards zero, for both directions."""

import torch
from torch import nn

from fxkit import build, randn


class CentreShift(nn.Module):
    """Rolls the feature map by half of the shift, which is an integer of either sign."""

    def __init__(self, channels=2):
        super().__init__()
        self.conv = nn.Conv1d(channels, channels, 3, padding=1)

    @staticmethod
    def half(shift):
        return int(shift.item() / 2)

    def positions(self, length, shift):
        return (torch.arange(length) - self.half(shift)) % length

    def forward(self, x, shift):
        index = self.positions(x.shape[-1], shift)
        return self.conv(x.index_select(-1, index))


def load():
    return torch.compile(CentreShift())


def cases():
    for shift in (4, 3, 0, -3, -4):
        yield from build(load, lambda shift=shift: (randn(1, 2, 7), torch.tensor(shift)), "base grad", tag=f"by{shift}-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'rounding'],
 'breaks': {18: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
