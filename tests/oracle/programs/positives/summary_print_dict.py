"""An epoch summary: a header, then two formatted statistics from a dict."""

import torch

from fxkit import randn, sweep


@torch.compile
def summarise(losses, correct):
    stats = {"loss": losses.detach().mean(), "acc": correct.detach().mean() * 100.0}
    weighted = losses * 0.9
    print("--- epoch ---")
    print(f"loss: {stats['loss']:.4f}")
    print("accuracy: {:.1f}%".format(stats["acc"]))
    return weighted.sum()


def cases():
    yield from sweep(summarise, lambda: (randn(6), randn(6, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R36'],
 'breaks': {12: 1, 13: 1, 14: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
