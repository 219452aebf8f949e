"""The FIRE optimiser relaxes a structure; time step, mixing and counter are numbers of the object."""

import torch
from torch import nn

from fxkit import build, randn


class FIRE:
    def __init__(self, dt=0.1, dtmax=0.4, nmin=1, finc=1.1, fdec=0.5, astart=0.1, fa=0.99, maxstep=0.2):
        self.dt, self.dtmax = dt, dtmax
        self.nmin, self.finc, self.fdec = nmin, finc, fdec
        self.astart, self.fa = astart, fa
        self.a = astart
        self.maxstep = maxstep
        self.nsteps = 0

    def velocity(self, v, f):
        vf = torch.vdot(f.flatten(), v.flatten())
        if vf > 0.0:
            v = (1.0 - self.a) * v + self.a * f / f.norm() * v.norm()
            if self.nsteps > self.nmin:
                self.dt = min(self.dt * self.finc, self.dtmax)
                self.a *= self.fa
            self.nsteps += 1
        else:
            v = v * 0.0
            self.a = self.astart
            self.dt *= self.fdec
            self.nsteps = 0
        return v

    def step(self, pos, v, f):
        v = self.velocity(v, f) + self.dt * f
        dr = self.dt * v
        normdr = dr.norm()
        if normdr > self.maxstep:
            dr = self.maxstep * dr / normdr
        return pos + dr, v


class Relaxation(nn.Module):
    def __init__(self, steps=3, k=2.0):
        super().__init__()
        self.optimizer = FIRE()
        self.steps = steps
        self.k = k

    def force(self, pos):
        return -self.k * pos + 0.1 * pos.roll(1, dims=0)

    @torch.no_grad()
    def forward(self, pos, vel):
        for _ in range(self.steps):
            pos, vel = self.optimizer.step(pos, vel, self.force(pos))
        return pos, vel


def load():
    return torch.compile(Relaxation())


def cases():
    yield from build(load, lambda: (randn(3, 3), torch.zeros(3, 3)), "base")
    yield from build(load, lambda: (randn(3, 3), randn(3, 3, seed=6)), "base", tag="moving-")

EXPECT = {'topic': 'molecules',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {20: 2, 37: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 15,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
