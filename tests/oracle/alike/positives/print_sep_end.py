"""Prints with sep and end make one line out of several calls."""

import torch

from fxkit import randn, sweep


@torch.compile
def degree_report(adj):
    deg = adj.sum(1)
    print("nodes", adj.shape[0], sep="=", end=" ")
    norm = adj / (deg.abs() + 1.0)[:, None]
    print("max", f"{deg.detach().amax():.2f}", sep=":", end=";\n")
    return norm


def cases():
    yield from sweep(degree_report, lambda: (randn(3, 3),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R36'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
