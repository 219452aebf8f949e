"""Both arms set the same key of a dictionary made here."""

import torch

from fxkit import randn, sweep


@torch.compile
def report(errors):
    out = {"mean": errors.mean(), "worst": errors.amax()}
    if out["worst"] > 1.0:
        out["mean"] = errors.median()
    else:
        out["mean"] = errors.mean() * 2.0
    return out


def cases():
    yield from sweep(report, lambda: (randn(5),), "base pos neg big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
