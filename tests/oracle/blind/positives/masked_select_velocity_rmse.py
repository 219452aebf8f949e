"""Nowcasting of radar wind: the root mean square error over the cells that the radar saw."""

import torch
from torch import nn

from fxkit import bools, build, randn


@torch.compile
def rmse(prediction: torch.Tensor, target: torch.Tensor, mask: torch.Tensor = None) -> torch.Tensor:
    error = prediction - target
    if mask is not None:
        error = torch.masked_select(error, mask)
    return torch.sqrt(torch.mean(torch.square(error)))


class NowcastNet(nn.Module):
    """One convolution over past frames for every lead time."""

    def __init__(self, past=3, leads=2):
        super().__init__()
        self.net = nn.Conv2d(past, leads, 3, padding=1)
        self.leads = leads

    def forward(self, frames):
        return frames[:, -1:] + self.net(frames)


class Verification(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = NowcastNet()

    def forward(self, frames, future, coverage):
        prediction = self.model(frames)
        per_lead = []
        for lead in range(self.model.leads):
            per_lead.append(rmse(prediction[:, lead], future[:, lead], coverage))
        return torch.stack(per_lead), rmse(prediction, future)


def load():
    return Verification()


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), randn(2, 2, 4, 4), bools(2, 4, 4)), "base grad big true")

EXPECT = {'topic': 'weather',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
