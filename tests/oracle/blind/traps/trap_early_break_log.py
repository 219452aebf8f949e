"""Power iteration that prints its progress until it has converged."""

import torch

from fxkit import randn, sweep

TOL = 5e-2


def normalize(v):
    return v / v.norm()


@torch.compile
def dominant_eigenvalue(matrix, v, steps=5):
    sym = matrix @ matrix.t()
    value = torch.zeros((), dtype=matrix.dtype)
    for k in range(steps):
        v = normalize(sym @ v)
        new = v @ sym @ v
        print(f"power iteration {k}")
        if (new - value).abs() < TOL * new.abs():
            value = new
            break
        value = new
    return value, v


def cases():
    yield from sweep(dominant_eigenvalue, lambda: (randn(4, 4), randn(4)), "base f64")
    yield from sweep(dominant_eigenvalue, lambda: (torch.eye(4), randn(4)), "base", tag="eye-")


EXPECT = {'topic': 'solver',
 'kind': 'effects_until_break',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {21: 1},
 'gb': ['GB0059', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
