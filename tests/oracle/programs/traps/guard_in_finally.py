"""The finally block records whatever happens, and it runs after the guard."""

import torch

from fxkit import randn, sweep


@torch.compile
def guarded(h, trace):
    y = h * 2.0
    try:
        if torch.isnan(y).any():
            raise ValueError("nan state")
        trace.append("ok")
    finally:
        trace.append("left")
    return y


def cases():
    yield from sweep(guarded, lambda: (randn(3), []), "base nan")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O16', 'R18'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': ['compiled-exception-type']}
