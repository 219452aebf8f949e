"""TimesBlock: the series is folded along its dominant period, found in the spectrum."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def FFT_for_Period(x, k=1):
    # [B, T, C]
    xf = torch.fft.rfft(x, dim=1)
    frequency_list = abs(xf).mean(0).mean(-1)
    frequency_list[0] = 0
    _, top_list = torch.topk(frequency_list, k)
    top_list = top_list.detach().cpu().numpy()
    period = x.shape[1] // top_list
    return period, abs(xf).mean(-1)[:, top_list]


class TimesBlock(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, x):
        B, T, N = x.size()
        period_list, period_weight = FFT_for_Period(x, 1)
        period = int(period_list[0])
        length = -(-T // period) * period
        out = F.pad(x, (0, 0, 0, length - T))
        out = out.reshape(B, length // period, period, N).permute(0, 3, 1, 2).contiguous()
        out = self.conv(out).permute(0, 2, 3, 1).reshape(B, -1, N)[:, :T]
        weight = period_weight[:, 0].sigmoid()
        return out * weight[:, None, None] + x


def load():
    return torch.compile(TimesBlock())


def wave(period):
    t = torch.arange(12.0)
    return (torch.sin(2 * torch.pi * t / period)[None, :, None] + 0.05 * randn(2, 12, 3),)


def cases():
    for p in (4, 6, 3):
        yield from build(load, lambda p=p: wave(p), "base grad", tag=f"p{p}-")


EXPECT = {'topic': 'timeseries',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {29: 2},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': []}
