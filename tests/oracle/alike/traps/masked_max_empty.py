"""The maximum of an empty selection raises."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def top_score(scores, valid):
    return scores * 2.0, scores[valid].max()


def cases():
    yield from sweep(top_score, lambda: (randn(5), bools(5)), "true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
