"""Calibration histogram: bin counts are normalised by a weight that is accumulated in double precision."""

import torch

from fxkit import rand, sweep


@torch.compile
def reliability_bins(confidence, sample_weight, n_bins=4):
    bins = (confidence * n_bins).long().clamp(0, n_bins - 1)
    counts = torch.zeros(n_bins, dtype=torch.long, device=confidence.device)
    counts.scatter_add_(0, bins, torch.ones_like(bins))
    total = sample_weight.double().sum().item()
    density = counts * (1.0 / total)
    centre = (torch.arange(n_bins, device=confidence.device) + 0.5) / n_bins
    gap = (density * centre).sum()
    return density, gap


def cases():
    yield from sweep(reliability_bins, lambda: (rand(9), rand(9, seed=1)), "base ones")
    yield from sweep(reliability_bins, lambda: (rand(3), rand(3, seed=1)), "base", tag="few-")


EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': []}
