"""Forward algorithm of a hidden Markov model that validates its transition matrix."""

import torch
from torch import Tensor, nn

from fxkit import build, ints, randn


def log_matmul(a: Tensor, b: Tensor) -> Tensor:
    return torch.logsumexp(a.unsqueeze(-1) + b.unsqueeze(-3), dim=-2)


class DiscreteHMM(nn.Module):
    """Log-likelihood of symbol sequences.

    The initial distribution and the emissions are parametrized by logits; transitions are given by the caller as
    probabilities because they depend on covariates.
    """

    def __init__(self, num_states: int = 3, num_symbols: int = 5, validate_args: bool = True):
        super().__init__()
        self.initial_logits = nn.Parameter(torch.randn(num_states))
        self.emission_logits = nn.Parameter(torch.randn(num_states, num_symbols))
        self.validate_args = validate_args

    def check_simplex(self, probs: Tensor, atol: float = 1e-4) -> None:
        total = probs.sum(-1)
        if not torch.allclose(total, torch.ones_like(total), atol=atol):
            raise ValueError("the rows of the transition matrix must sum to one")

    def forward(self, symbols: Tensor, transition: Tensor, lengths: Tensor | None = None) -> Tensor:
        """symbols: [B, T]; transition: [S, S] or [B, S, S]"""
        if self.validate_args:
            self.check_simplex(transition)
        log_t = transition.clamp(min=1e-8).log()
        log_e = self.emission_logits.log_softmax(-1).t()

        alpha = self.initial_logits.log_softmax(-1) + log_e[symbols[:, 0]]
        for t in range(1, symbols.shape[1]):
            step = log_matmul(alpha.unsqueeze(-2), log_t).squeeze(-2) + log_e[symbols[:, t]]
            if lengths is not None:
                step = torch.where((t < lengths).unsqueeze(-1), step, alpha)
            alpha = step
        return torch.logsumexp(alpha, dim=-1)


def make(**kw):
    return torch.compile(DiscreteHMM(**kw))


def _args(b=2, t=4, scale=1.0, batched=False):
    logits = randn(b, 3, 3) if batched else randn(3, 3)
    return ints(0, 5, b, t), logits.softmax(-1) * scale


def cases():
    yield from build(make, _args, "base grad nan")
    yield from build(make, lambda: _args(scale=1.1), "base", tag="unnormalized-")
    yield from build(make, lambda: (*_args(batched=True), torch.tensor([4, 2])), "base", tag="batched-")
    yield from build(lambda: make(validate_args=False), lambda: _args(scale=0.5), "base nan", tag="unchecked-")

EXPECT = {'topic': 'probabilistic model',
 'rewrites': [],
 'breaks': {28: 6},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type', 'finite-grad']}
