"""An arm unpacks rows with a star and joins them again."""

import torch

from fxkit import randn, sweep


@torch.compile
def rotate_states(states):
    states = states + 0.5
    if states[0].sum() > 0:
        first, *rest = states.unbind(0)
        states = torch.stack([*rest, first])
    return states * 2.0


def cases():
    yield from sweep(rotate_states, lambda: (randn(4, 2),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
