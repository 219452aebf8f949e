"""A histogram of bins as shares; a histogram of nothing is handed back as it is, in integers."""

import torch

from fxkit import ints, sweep


def shares(counts):
    total = counts.sum()
    if total == 0:
        return counts
    return counts / total


@torch.compile
def binned_shares(values, valid, bins=4):
    one_hot = values[:, None] == torch.arange(bins)
    counts = (one_hot & valid[:, None]).sum(0)
    return shares(counts), counts.max()


def cases():
    yield from sweep(binned_shares, lambda: (ints(0, 4, 6), torch.tensor([True, True, False, True, True, True])), "base")
    yield from sweep(binned_shares, lambda: (ints(0, 4, 6), torch.zeros(6, dtype=torch.bool)), "base", tag="none-")

EXPECT = {'topic': 'metrics',
 'kind': 'branch, dtype',
 'verdict': 'decline',
 'obligations': ['dtype'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
