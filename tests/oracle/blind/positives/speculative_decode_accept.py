"""Acceptance step of speculative decoding in the way of gpt-fast; tokens behind the accepted ones are -1."""

import torch

from fxkit import ints, randn, sweep

PAD = -1


def multinomial_sample_one_no_sync(probs_sort):  # Does multinomial sampling without a cuda synchronization
    q = torch.empty_like(probs_sort).exponential_(1)
    return torch.argmax(probs_sort / q, dim=-1, keepdim=True).to(dtype=torch.int64)


def logits_to_probs(logits, temperature=1.0, top_k=None):
    logits = logits / max(temperature, 1e-5)
    if top_k is not None:
        v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
        pivot = v.select(-1, -1).unsqueeze(-1)
        logits = torch.where(logits < pivot, -float("Inf"), logits)
    return torch.nn.functional.softmax(logits, dim=-1)


@torch.compile
def verify_draft(draft_tokens, draft_logits, target_logits, temperature=1.0, top_k=None):
    speculate_k = draft_tokens.shape[0]
    draft_probs = logits_to_probs(draft_logits, temperature, top_k)
    target_probs = logits_to_probs(target_logits, temperature, top_k)
    # q: target prob, p: draft prob
    # q >= p: always accept draft token
    # q < p: q/p prob to accept draft token
    p = draft_probs[torch.arange(0, speculate_k), draft_tokens]
    q = target_probs[torch.arange(0, speculate_k), draft_tokens]
    accept_draft_prob = torch.minimum(torch.ones(()), q[:speculate_k] / p)
    rejected_locations = (torch.rand_like(accept_draft_prob) > accept_draft_prob).nonzero()

    output = torch.full((speculate_k + 1,), PAD, dtype=draft_tokens.dtype)
    if rejected_locations.shape[0] == 0:  # All draft tokens have been accepted
        accept_length = speculate_k
        next_token = multinomial_sample_one_no_sync(target_probs[-1])
    else:
        accept_length = rejected_locations[0].item()
        p = draft_probs[accept_length]
        q = target_probs[accept_length]
        new = q - p
        new = torch.where(new > 0, new, 0.0)
        new = new / new.sum()
        next_token = multinomial_sample_one_no_sync(new)
    output[:accept_length] = draft_tokens[:accept_length]
    output[accept_length] = next_token[0]
    return output, accept_length


def batch(k=4, gap=1.0):
    draft = randn(k, 6)
    target = torch.cat([draft, randn(1, 6, seed=5)]) + gap * randn(k + 1, 6, seed=2)
    return ints(0, 6, k), draft, target


def cases():
    yield from sweep(verify_draft, batch, "base f64")
    yield from sweep(verify_draft, lambda: batch(4, 0.0), "base", tag="agreeing-")
    yield from sweep(verify_draft, lambda: batch(3, 8.0), "base", tag="disagreeing-")
    yield from sweep(verify_draft, lambda: batch(4, 2.0) + (0.7, 5), "base", tag="topk-")


EXPECT = {'topic': 'llm',
 'rewrites': [],
 'breaks': {35: 1, 42: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
