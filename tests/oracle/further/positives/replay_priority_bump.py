"""Terminal transitions of a fresh priority vector are raised, truncated ones lowered."""

import torch

from fxkit import bools, rand, randn, sweep


def td_error(reward, value, next_value, done, gamma):
    return reward + gamma * next_value * (~done).float() - value


@torch.compile
def priorities(reward, value, next_value, done, truncated, gamma: float = 0.99):
    delta = td_error(reward, value.detach(), next_value.detach(), done, gamma)
    prio = delta.abs() + 1e-3
    prio[done] += 0.5
    late = truncated & ~done
    prio[late] *= 0.25
    return prio, delta


def cases():
    args = lambda: (randn(6), randn(6, seed=1), randn(6, seed=2), bools(6), bools(6, seed=4))
    yield from sweep(priorities, args, "true false grad nan+grad inf+grad")


EXPECT = {'topic': 'rl',
 'rewrites': ['R32'],
 'breaks': {16: 1, 18: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
