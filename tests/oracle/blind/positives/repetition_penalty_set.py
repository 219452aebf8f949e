"""Sampling step of a decoder: repetition penalty over the tokens seen so far, then top-k."""

import torch

from fxkit import ints, randn, sweep


def enforce_repetition_penalty_(lprobs, batch_size, num_beams, prev_output_tokens, repetition_penalty):
    """Repetition penalty from CTRL (https://arxiv.org/abs/1909.05858)."""
    for i in range(batch_size * num_beams):
        for previous_token in set(prev_output_tokens[i].tolist()):
            # if score < 0 then repetition penalty has to be multiplied to reduce the previous token probability
            if lprobs[i, previous_token] < 0:
                lprobs[i, previous_token] *= repetition_penalty
            else:
                lprobs[i, previous_token] /= repetition_penalty


@torch.compile
@torch.no_grad()
def next_token_scores(logits, input_ids, temperature=0.8, top_k=3, repetition_penalty=1.3):
    scores = logits.clone()
    if repetition_penalty != 1.0:
        enforce_repetition_penalty_(scores, scores.shape[0], 1, input_ids, repetition_penalty)
    scores = scores / temperature
    kth = scores.topk(top_k, dim=-1).values[:, -1:]
    return scores.masked_fill(scores < kth, float("-inf")).softmax(-1)


def cases():
    yield from sweep(next_token_scores, lambda: (randn(2, 8), ints(0, 8, 2, 5)), "base neg pos zero")
    yield from sweep(next_token_scores, lambda: (randn(2, 8), ints(0, 2, 2, 6)), "base", tag="repeats-")
    yield from sweep(next_token_scores, lambda: (randn(2, 8), ints(0, 8, 2, 5)), "base", kwargs={"repetition_penalty": 1.0}, tag="off-")


EXPECT = {'topic': 'generation',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
