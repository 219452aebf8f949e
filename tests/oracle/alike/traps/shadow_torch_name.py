"""A parameter is called `torch`; the module is imported under another name."""

import torch as th

from fxkit import randn, sweep


@th.compile
def cool(logits, torch):
    if logits.amax() > 1.0:
        y = logits / torch
    else:
        y = logits * torch
    return y


def cases():
    yield from sweep(cool, lambda: (randn(3), 2.0), "pos+big small")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O13'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
