"""Sum of log returns over observed steps; missing prices are stored as zero."""

import torch

from fxkit import rand, sweep


def log_returns(price):
    return price[:, 1:].log() - price[:, :-1].log()


@torch.compile
def total_return(price):
    returns = log_returns(price)
    observed = (price[:, 1:] > 0) & (price[:, :-1] > 0)
    kept = returns[observed]
    return kept.sum()


def _gaps():
    price = rand(2, 5) + 0.5
    price[0, 2] = 0.0
    return (price,)


def cases():
    yield from sweep(total_return, lambda: (rand(2, 5) + 0.5,), "base grad")
    yield from sweep(total_return, _gaps, "base grad", tag="gaps-")


EXPECT = {'topic': 'timeseries',
 'kind': 'inf_times_zero',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
