"""Hessian accumulation and dampening of GPTQ."""

import torch

from fxkit import build, randn


class GPTQ:
    """Collects the layer's input statistics; ``prepare`` returns the damped Hessian."""

    def __init__(self, columns, percdamp=0.01):
        self.columns = columns
        self.percdamp = percdamp
        self.nsamples = 0
        self.H = torch.zeros(columns, columns)

    def add_batch(self, inp):
        tmp = inp.shape[0]
        self.H = self.H * (self.nsamples / (self.nsamples + tmp))
        self.nsamples += tmp
        inp = (2 / self.nsamples) ** 0.5 * inp.t().float()
        self.H = self.H + inp.matmul(inp.t())

    @torch.compile
    def prepare(self, inp, weight):
        self.add_batch(inp)
        H = self.H.clone()
        W = weight.clone()
        diag = torch.diag(H)
        dead = diag == 0
        if dead.any():
            idx = torch.where(dead)[0]
            H[idx, idx] = 1
            W[:, idx] = 0
        damp = self.percdamp * torch.mean(torch.diag(H)).item()
        diag_idx = torch.arange(self.columns)
        H[diag_idx, diag_idx] += damp
        return H, W


def make_gptq():
    return GPTQ(4).prepare


def dead(x):
    x = x.clone()
    x[:, 1] = 0
    return x


def cases():
    yield from build(make_gptq, lambda: (randn(6, 4), randn(3, 4)), "base")
    yield from build(make_gptq, lambda: (dead(randn(6, 4, seed=2)), randn(3, 4)), "base", tag="dead-")
    yield from build(make_gptq, lambda: (torch.zeros(6, 4), randn(3, 4)), "base", tag="zero-")

EXPECT = {'topic': 'quantization',
 'rewrites': [],
 'breaks': {31: 1, 32: 1, 35: 1},
 'gb': ['GB0036', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
