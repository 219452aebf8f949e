"""Innermost TransitionUp of Point Transformer: every cloud of the packed batch gets its mean feature."""

import torch
from torch import nn

from fxkit import build, randn


class TransitionUp(nn.Module):
    def __init__(self, in_planes, out_planes=None):
        super().__init__()
        if out_planes is None:
            self.linear1 = nn.Sequential(nn.Linear(2 * in_planes, in_planes), nn.LayerNorm(in_planes), nn.ReLU(inplace=True))
            self.linear2 = nn.Sequential(nn.Linear(in_planes, in_planes), nn.ReLU(inplace=True))
        else:
            self.linear1 = nn.Sequential(nn.Linear(out_planes, out_planes), nn.ReLU(inplace=True))
            self.linear2 = nn.Sequential(nn.Linear(in_planes, out_planes), nn.ReLU(inplace=True))

    def forward(self, pxo1, pxo2=None):
        if pxo2 is None:
            _, x, o = pxo1  # (n, 3), (n, c), (b)
            x_tmp = []
            for i in range(o.shape[0]):
                if i == 0:
                    s_i, e_i, cnt = 0, o[0], o[0]
                else:
                    s_i, e_i, cnt = o[i - 1], o[i], o[i] - o[i - 1]
                x_b = x[s_i:e_i, :]
                x_b = torch.cat((x_b, self.linear2(x_b.sum(0, True) / cnt).repeat(cnt, 1)), 1)
                x_tmp.append(x_b)
            x = torch.cat(x_tmp, 0)
            x = self.linear1(x)
        else:
            raise NotImplementedError("interpolation is done by pointops")
        return x


class SegHead(nn.Module):
    def __init__(self, planes=4, classes=3):
        super().__init__()
        self.up = TransitionUp(planes)
        self.cls = nn.Linear(planes, classes)

    def forward(self, p, x, o):
        return self.cls(self.up([p, x, o]))


def load():
    return torch.compile(SegHead())


def clouds(*offsets):
    n = offsets[-1]
    return randn(n, 3), randn(n, 4, seed=1), torch.tensor(offsets, dtype=torch.int32)


def cases():
    yield from build(load, lambda: clouds(3, 7, 9), "base grad")
    yield from build(load, lambda: clouds(5, 6, 9), "base", tag="other-")
    yield from build(load, lambda: clouds(6), "base", tag="single-")


EXPECT = {'topic': 'point clouds',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
