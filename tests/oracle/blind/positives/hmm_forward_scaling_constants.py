"""Scaled forward recursion of a discrete-emission HMM (Rabiner's c_t), used as a differentiable likelihood head."""

import torch
from torch import nn

from fxkit import build, ints


class ForwardHMM(nn.Module):
    """Log-likelihood of an observation sequence under a small HMM.

    The transition and emission tables are kept as unnormalised logits.
    """

    def __init__(self, num_states=3, num_symbols=5, eps=1e-6):
        super().__init__()
        self.start = nn.Parameter(torch.zeros(num_states))
        self.trans = nn.Parameter(torch.randn(num_states, num_states) * 0.3)
        self.emit = nn.Parameter(torch.randn(num_states, num_symbols) * 0.3)
        self.eps = eps

    def tables(self):
        return self.start.softmax(-1), self.trans.softmax(-1), self.emit.softmax(-1)

    def forward(self, symbols, support):
        """symbols: (T,) int64; support: (S,) 0/1 mask of the states that may be entered."""
        pi, A, B = self.tables()
        B = B * support[:, None]
        alpha = pi * B[:, symbols[0]]
        loglik = alpha.new_zeros(())
        for t in range(symbols.shape[0]):
            if t > 0:
                alpha = (alpha @ A) * B[:, symbols[t]]
            scale = alpha.sum()
            if scale < self.eps:
                # the sequence left the support of the model; restart from a flat belief
                alpha = torch.full_like(alpha, 1.0 / alpha.shape[0])
                loglik = loglik - 20.0
            else:
                alpha = alpha / scale
                loglik = loglik + torch.log(scale)
        return loglik, alpha


def make_model():
    return torch.compile(ForwardHMM())


def cases():
    yield from build(make_model, lambda: (ints(0, 5, 4), torch.ones(3)), "base", tag="all-")
    yield from build(make_model, lambda: (ints(0, 5, 4, seed=2), torch.tensor([1.0, 0.0, 1.0])), "base", tag="two-")
    yield from build(make_model, lambda: (ints(0, 5, 4), torch.zeros(3)), "base", tag="none-")

EXPECT = {'topic': 'sequence',
 'rewrites': ['R5', 'R2'],
 'breaks': {29: 1, 35: 1},
 'gb': ['GB0033', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
