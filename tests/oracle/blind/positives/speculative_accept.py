"""Acceptance test of speculative decoding: the longest prefix of the draft that the target keeps."""

import torch

from fxkit import ints, rand, sweep


def gather_probs(probs, tokens):
    return probs.gather(-1, tokens.unsqueeze(-1)).squeeze(-1)


@torch.compile
def verify(draft_tokens, draft_probs, target_probs, uniform):
    """draft_*: (gamma, ...); target_probs has one row more for the bonus token."""
    gamma = draft_tokens.shape[0]
    q = gather_probs(draft_probs, draft_tokens)
    p = gather_probs(target_probs[:gamma], draft_tokens)
    accept = uniform < (p / q)

    n_accepted = 0
    for i in range(gamma):
        if not accept[i]:
            break
        n_accepted += 1

    next_token = target_probs[n_accepted].argmax()
    return {"n_accepted": n_accepted, "next_token": next_token}


def batch(seed, gamma=4, vocab=6):
    draft = rand(gamma, vocab, seed=seed) + 0.05
    target = rand(gamma + 1, vocab, seed=seed + 1) + 0.05
    return (
        ints(0, vocab, gamma, seed=seed),
        draft / draft.sum(-1, keepdim=True),
        target / target.sum(-1, keepdim=True),
        rand(gamma, seed=seed + 2),
    )


def cases():
    for seed in (0, 3, 5):
        yield from sweep(verify, lambda seed=seed: batch(seed), "base", tag=f"s{seed}-")
    yield from sweep(verify, lambda: batch(1)[:3] + (torch.zeros(4),), "base", tag="all-")
    yield from sweep(verify, lambda: batch(1)[:3] + (torch.full((4,), 1e6),), "base", tag="none-")

EXPECT = {'topic': 'speculative decoding',
 'rewrites': [],
 'breaks': {22: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
