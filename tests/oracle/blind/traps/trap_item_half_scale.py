"""Absmax quantisation of half precision weights; the scale is a Python float."""

import torch

from fxkit import randn, sweep

QMAX = 127.0


def absmax_scale(weight):
    absmax = weight.float().abs().max().item()
    return max(absmax, 1e-5) / QMAX


@torch.compile
def fake_quantize(weight):
    scale = absmax_scale(weight)
    q = torch.clamp(torch.round(weight / scale), -QMAX, QMAX)
    return q.to(torch.int8), q * scale


def cases():
    yield from sweep(fake_quantize, lambda: (randn(4, 6),), "base half bf16 zero")


EXPECT = {'topic': 'quantisation',
 'kind': 'item_promotes_precision',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'naive_differs_in': ['dtype', 'values'],
 'unsafe': []}
