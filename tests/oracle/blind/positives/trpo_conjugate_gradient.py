"""TRPO: conjugate gradients on a Fisher matrix stop when the residual is small."""

import torch
import torch.nn as nn

from fxkit import build, randn


def conjugate_gradients(Avp, b, nsteps=6, residual_tol=1e-10):
    x = torch.zeros_like(b)
    r = b.clone()
    p = b.clone()
    rdotr = torch.dot(r, r)
    for i in range(nsteps):
        _Avp = Avp(p)
        alpha = rdotr / torch.dot(p, _Avp)
        x = x + alpha * p
        r = r - alpha * _Avp
        new_rdotr = torch.dot(r, r)
        betta = new_rdotr / rdotr
        p = r + betta * p
        rdotr = new_rdotr
        if rdotr < residual_tol:
            break
    return x


class NaturalStep(nn.Module):
    """Step direction of a linear Gaussian policy."""

    def __init__(self, max_kl=1e-2, damping=0.1):
        super().__init__()
        self.max_kl = max_kl
        self.damping = damping

    def forward(self, scores, loss_grad):
        # scores: (samples, params), gradients of the log-probabilities
        def Fvp(v):
            return scores.t().mv(scores.mv(v)) / scores.size(0) + v * self.damping

        stepdir = conjugate_gradients(Fvp, -loss_grad)
        shs = 0.5 * torch.dot(stepdir, Fvp(stepdir))
        lm = torch.sqrt(shs / self.max_kl)
        return stepdir / lm, -torch.dot(loss_grad, stepdir)


def load():
    return torch.compile(NaturalStep())


def cases():
    yield from build(load, lambda: (randn(10, 5), randn(5)), "base grad small nan")
    yield from build(load, lambda: (torch.eye(5), randn(5)), "base", tag="identity-")
    yield from build(load, lambda: (torch.zeros(3, 5), torch.ones(5)), "base", tag="scoreless-")

EXPECT = {'topic': 'rl',
 'kind': 'loop until',
 'rewrites': [],
 'breaks': {23: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
