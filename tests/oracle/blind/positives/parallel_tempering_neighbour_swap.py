"""Replica exchange between neighbouring temperatures of a set of Markov chains."""

import torch

from fxkit import randn


def energy(x):
    return (x ** 2).sum(-1) + torch.cos(3 * x).sum(-1)


class Replicas:
    """Chains ordered by temperature; `swaps` counts the accepted exchanges of each pair."""

    def __init__(self, states, temperatures):
        self.states = states
        self.betas = 1.0 / torch.tensor(temperatures)
        self.swaps = torch.zeros(len(temperatures) - 1)

    def log_ratio(self, e, i):
        return (self.betas[i] - self.betas[i + 1]) * (e[i] - e[i + 1])


@torch.compile
def sweep_and_exchange(replicas, noise, sigma=0.1):
    x = replicas.states + sigma * noise / replicas.betas[:, None].sqrt()
    e = energy(x)
    u = torch.rand(replicas.swaps.shape[0])
    rows = list(x.unbind(0))
    swaps = []
    for i in range(len(rows) - 1):
        swapped = torch.zeros(())
        if torch.log(u[i]) < replicas.log_ratio(e, i):
            rows[i], rows[i + 1] = rows[i + 1], rows[i]
            swapped = torch.ones(())
        swaps.append(swapped)
    replicas.states = torch.stack(rows)
    replicas.swaps = replicas.swaps + torch.stack(swaps)
    return energy(replicas.states)


def ensemble(temps, scale=1.0):
    def make():
        n = len(temps)
        return sweep_and_exchange, (Replicas(randn(n, 3) * scale, temps), randn(n, 3, seed=2)), {}

    return make


def cases():
    yield "ladder", ensemble([1.0, 2.0, 4.0])
    yield "equal-temperatures", ensemble([1.0, 1.0, 1.0])
    yield "cold-chain-is-hot", ensemble([0.01, 50.0, 100.0], 4.0)

EXPECT = {'topic': 'sampler',
 'rewrites': ['R4', 'R9'],
 'breaks': {33: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
