"""Graph convolution with symmetric normalisation that refuses graphs with 0-in-degree nodes."""

import torch
from torch import nn

from fxkit import build, randn


class DGLError(Exception):
    pass


class GraphConv(nn.Module):
    def __init__(self, in_feats=4, out_feats=5, allow_zero_in_degree=False):
        super().__init__()
        self.linear = nn.Linear(in_feats, out_feats)
        self.allow_zero_in_degree = allow_zero_in_degree

    def forward(self, src, dst, feat):
        n = feat.shape[0]
        ones = torch.ones(src.shape[0], dtype=feat.dtype)
        in_degrees = torch.zeros(n, dtype=feat.dtype).scatter_add(0, dst, ones)
        out_degrees = torch.zeros(n, dtype=feat.dtype).scatter_add(0, src, ones)
        if not self.allow_zero_in_degree:
            if (in_degrees == 0).any():
                raise DGLError(
                    "There are 0-in-degree nodes in the graph, output for those nodes will be invalid. "
                    "Adding self-loop on the input graph will resolve the issue."
                )
        feat_src = feat * out_degrees.clamp(min=1).pow(-0.5).unsqueeze(-1)
        h = self.linear(feat_src)
        rst = torch.zeros(n, h.shape[1], dtype=h.dtype).index_add(0, dst, h[src])
        return torch.relu(rst * in_degrees.clamp(min=1).pow(-0.5).unsqueeze(-1))


def load(allow=False):
    return torch.compile(GraphConv(allow_zero_in_degree=allow))


def ring(broken=False):
    src = torch.arange(5)
    dst = (src + 1) % 5
    if broken:
        dst[2] = 0
    return src, dst, randn(5, 4)


def cases():
    yield from build(load, ring, "base grad nan")
    yield from build(load, lambda: ring(True), "base", tag="isolated-")
    yield from build(lambda: load(True), lambda: ring(True), "base grad", tag="allowed-")


EXPECT = {'topic': 'graphs',
 'rewrites': [],
 'breaks': {25: 2, 26: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
