"""Timestep lookup must fail for a timestep that is not part of the schedule."""

import torch

from fxkit import randn, sweep


class TimestepTable:
    def __init__(self, num_steps=4):
        self.timesteps = torch.tensor([900, 600, 300, 0])[:num_steps]
        self.sigmas = torch.tensor([3.0, 2.0, 1.0, 0.5])[:num_steps]

    def index(self, t):
        return (self.timesteps == t).nonzero()[0, 0]

    def sigma(self, t):
        return self.sigmas.gather(0, self.index(t).view(1))


table = TimestepTable()


@torch.compile
def add_noise(sample, noise, t):
    return sample + noise * table.sigma(t)


def cases():
    yield from sweep(add_noise, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(600)), "base grad")
    yield from sweep(add_noise, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(450)), "base", tag="unknown-")


EXPECT = {'topic': 'diffusion',
 'kind': 'argmax_hides_error',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {14: 1, 17: 1},
 'gb': ['GB0007', 'GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'naive_differs_in': ['exception'],
 'unsafe': []}
