"""Hardest negative margin of a retrieval batch; a batch without negatives is an error of the sampler."""

import torch
import torch.nn.functional as F

from fxkit import ints, randn, sweep


@torch.compile
def hardest_margin(query, docs, query_group, doc_group, margin=0.2):
    sim = F.normalize(query, dim=-1) @ F.normalize(docs, dim=-1).t()
    same = query_group[:, None] == doc_group[None, :]
    hardest = sim[~same].max()
    weakest = sim[same].min()
    return F.relu(margin + hardest - weakest)


def cases():
    yield from sweep(hardest_margin, lambda: (randn(4, 3), randn(6, 3), ints(0, 2, 4), ints(0, 2, 6)), "base grad")
    yield from sweep(hardest_margin, lambda: (randn(2, 3), randn(3, 3), torch.zeros(2, dtype=torch.long), torch.zeros(3, dtype=torch.long)), "base", tag="onegroup-")


EXPECT = {'topic': 'retrieval',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {13: 1, 14: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
