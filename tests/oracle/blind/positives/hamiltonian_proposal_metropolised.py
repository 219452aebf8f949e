"""One HMC transition for a Gaussian mixture-like potential with counters of accepted and divergent moves."""

import torch

from fxkit import randn


class Potential:
    def __init__(self, stiffness=1.0):
        self.stiffness = stiffness

    def energy(self, q):
        return 0.5 * self.stiffness * (q * q).sum() + 0.1 * (q ** 4).sum()

    def grad(self, q):
        return self.stiffness * q + 0.4 * q ** 3


class HMC:
    """Leapfrog proposal and Metropolis test; the chain state lives in `self.q`."""

    def __init__(self, q, potential, step=0.1, leapfrogs=3, max_delta=1000.0):
        self.q = q
        self.potential = potential
        self.step = step
        self.leapfrogs = leapfrogs
        self.max_delta = max_delta
        self.accepted = torch.zeros((), dtype=torch.int64)
        self.divergent = torch.zeros((), dtype=torch.int64)

    def leapfrog(self, q, p):
        p = p - 0.5 * self.step * self.potential.grad(q)
        for i in range(self.leapfrogs):
            q = q + self.step * p
            scale = 1.0 if i + 1 < self.leapfrogs else 0.5
            p = p - scale * self.step * self.potential.grad(q)
        return q, p

    @torch.compile
    def transition(self, momentum):
        start = self.potential.energy(self.q) + 0.5 * (momentum ** 2).sum()
        q, p = self.leapfrog(self.q, momentum)
        delta = start - (self.potential.energy(q) + 0.5 * (p ** 2).sum())

        u = torch.rand(())
        if torch.log(u) < delta:
            self.q = q
            self.accepted = self.accepted + 1
        if not torch.isfinite(delta) or -delta > self.max_delta:
            self.divergent = self.divergent + 1
        return self.q.clone(), delta


def chain(step, stiffness=1.0, scale=1.0):
    def make():
        return HMC.transition, (HMC(randn(4), Potential(stiffness), step=step), randn(4, seed=3) * scale,), {}

    return make


def cases():
    yield "small-step", chain(0.05)
    yield "rejected", chain(0.9, 3.0)
    yield "divergent", chain(2.5, 8.0, 20.0)
    yield "overflow-inf", chain(50.0, 1e6, 1e6)

EXPECT = {'topic': 'sampler',
 'rewrites': ['R11', 'R1'],
 'breaks': {46: 1, 49: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
