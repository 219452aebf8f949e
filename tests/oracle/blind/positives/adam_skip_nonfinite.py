"""Adam written out; a step whose gradient is not finite is skipped and counted."""

import torch

from fxkit import randn


class SafeAdam:
    def __init__(self, shapes, lr=0.1, betas=(0.9, 0.99), eps=1e-8):
        self.params = [torch.ones(s) for s in shapes]
        self.exp_avg = [torch.zeros(s) for s in shapes]
        self.exp_avg_sq = [torch.zeros(s) for s in shapes]
        self.lr, self.betas, self.eps = lr, betas, eps
        self.skipped = torch.zeros((), dtype=torch.long)

    def _update(self, i, g):
        b1, b2 = self.betas
        self.exp_avg[i].mul_(b1).add_(g, alpha=1 - b1)
        self.exp_avg_sq[i].mul_(b2).addcmul_(g, g, value=1 - b2)
        self.params[i].addcdiv_(self.exp_avg[i], self.exp_avg_sq[i].sqrt() + self.eps, value=-self.lr)

    @torch.compile
    @torch.no_grad()
    def step(self, grads):
        for i, g in enumerate(grads):
            if not torch.isfinite(g).all():
                self.skipped += 1
                continue
            self._update(i, g)
        return [p.clone() for p in self.params], self.skipped.clone()


def case(seed, poison=None):
    def make():
        grads = [randn(3, seed=seed), randn(2, 2, seed=seed)]
        if poison is not None:
            grads[poison[0]].view(-1)[1] = poison[1]
        return SafeAdam([(3,), (2, 2)]).step, (grads,), {}

    return make


def cases():
    yield "base", case(0)
    yield "nan0", case(1, (0, float("nan")))
    yield "inf1", case(2, (1, float("inf")))
    yield "later", case(3)

EXPECT = {'topic': 'optimizers',
 'rewrites': [],
 'breaks': {26: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'close']}
