"""Medusa heads: the candidate with the longest accepted prefix is taken, the first one if nothing is accepted."""

import torch
from torch import nn

from fxkit import build, ints, randn


def evaluate_posterior(logits, candidates, temperature=0.0, posterior_threshold=0.3, posterior_alpha=0.09):
    """logits: (candidates, steps, vocab); candidates: (candidates, steps). The first token is always good."""
    if temperature == 0:
        posterior_mask = (candidates[:, 1:] == torch.argmax(logits[:, :-1], dim=-1)).int()
    else:
        posterior_prob = torch.softmax(logits[:, :-1] / temperature, dim=-1)
        candidates_prob = torch.gather(posterior_prob, -1, candidates[:, 1:].unsqueeze(-1)).squeeze(-1)
        entropy = -(posterior_prob * torch.log(posterior_prob + 1e-5)).sum(dim=-1)
        threshold = torch.minimum(torch.full_like(entropy, posterior_threshold), torch.exp(-entropy) * posterior_alpha)
        posterior_mask = (candidates_prob > threshold).int()
    candidates_accept_length = torch.cumprod(posterior_mask, dim=1).sum(dim=1)
    accept_length = candidates_accept_length.max()
    if accept_length == 0:
        # Default to the first candidate if none are accepted
        best_candidate = torch.tensor(0, dtype=torch.long)
    else:
        best_candidate = torch.argmax(candidates_accept_length).to(torch.long)
    return best_candidate, accept_length


class MedusaStep(nn.Module):
    def __init__(self, vocab=5, dim=4, temperature=0.0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.lm_head = nn.Linear(dim, vocab)
        self.temperature = temperature

    @torch.no_grad()
    def forward(self, candidates, noise):
        hidden = self.embed(candidates).cumsum(dim=1)
        logits = self.lm_head(hidden) + noise
        best, length = evaluate_posterior(logits, candidates, self.temperature)
        tokens = candidates.index_select(0, best[None]).squeeze(0)
        kept = torch.arange(tokens.shape[0]) <= length
        return torch.where(kept, tokens, -1), length


def load(temperature=0.0):
    return torch.compile(MedusaStep(temperature=temperature))


def rejected():
    noise = torch.zeros(4, 4, 5)
    noise[..., 4] = 50.0
    return ints(0, 4, 4, 4), noise


def cases():
    yield from build(load, lambda: (ints(0, 5, 4, 4), randn(4, 4, 5)), "base zero")
    yield from build(lambda: load(0.7), lambda: (ints(0, 5, 4, 4), randn(4, 4, 5)), "base", tag="sampled-")
    yield from build(load, rejected, "base", tag="rejected-")

EXPECT = {'topic': 'generation',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
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
