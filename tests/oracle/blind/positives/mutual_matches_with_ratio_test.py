"""Descriptor matching: a match must be mutual and clearly better than the second neighbour."""

import torch

from fxkit import randn, sweep


def pairwise(desc0, desc1):
    desc0 = torch.nn.functional.normalize(desc0, dim=1)
    desc1 = torch.nn.functional.normalize(desc1, dim=1)
    return (2 - 2 * desc0 @ desc1.t()).clamp(min=0).sqrt()


@torch.compile
@torch.no_grad()
def match_descriptors(desc0, desc1, ratio=0.95, verbose=True):
    dist = pairwise(desc0, desc1)
    nn12 = dist.argmin(dim=1)
    nn21 = dist.argmin(dim=0)
    two = dist.topk(2, dim=1, largest=False).values
    matches0 = torch.full((desc0.shape[0],), -1, dtype=torch.long)
    scores0 = torch.zeros(desc0.shape[0])
    for i in range(desc0.shape[0]):
        j = nn12[i]
        if nn21[j] != i:
            continue
        if two[i, 0] > ratio * two[i, 1]:
            continue
        matches0[i] = j
        scores0[i] = 1.0 - dist[i, j] / 2.0
    if verbose:
        print("matches:", (matches0 >= 0).sum())
    return {"matches0": matches0, "matching_scores0": scores0}


def cases():
    yield from sweep(match_descriptors, lambda: (randn(5, 4), randn(6, 4)), "base")
    yield from sweep(match_descriptors, lambda: (randn(5, 4), randn(5, 4)), "base", {"verbose": False}, tag="same-")

EXPECT = {'topic': 'slam',
 'kind': 'loop over rows',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['shown-history'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
