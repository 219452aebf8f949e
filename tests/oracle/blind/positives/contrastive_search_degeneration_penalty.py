"""Contrastive search: re-ranks the top-k candidates by similarity with the context, candidate by candidate."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


def max_similarity(context_hidden, candidate_hidden):
    c = F.normalize(context_hidden, dim=-1)
    h = F.normalize(candidate_hidden, dim=-1)
    return (c @ h).max()


@torch.compile
@torch.no_grad()
def rank_candidates(context_hidden, next_hidden, next_top_k_probs, alpha):
    """context_hidden (T, D), next_hidden (K, D), probs (K,). Returns the winner, its score and hidden state."""
    best_score = -float("inf")
    best = 0
    for k in range(next_hidden.shape[0]):
        penalty = max_similarity(context_hidden, next_hidden[k])
        score = ((1.0 - alpha) * next_top_k_probs[k] - alpha * penalty).item()
        if score > best_score:
            best_score = score
            best = k
    selected_hidden = next_hidden[best]
    context = torch.cat([context_hidden, selected_hidden[None]])
    return torch.tensor(best), torch.tensor(best_score), context[-3:]


def setup(seed, spread=1.0):
    def args():
        p = torch.softmax(randn(4, seed=seed) * spread, 0)
        return randn(3, 5, seed=seed), randn(4, 5, seed=seed + 1), p, 0.6

    return args


def cases():
    for s in (0, 1, 2):
        yield from sweep(rank_candidates, setup(s), "base", tag=f"s{s}-")
    yield from sweep(rank_candidates, lambda: setup(5, 10.0)()[:3] + (0.0,), "base", tag="greedy-")
    yield from sweep(rank_candidates, lambda: (randn(3, 5), torch.ones(4, 5), torch.full((4,), 0.25), 0.5), "base", tag="tie-")


EXPECT = {'topic': 'LLM inference',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close']}
