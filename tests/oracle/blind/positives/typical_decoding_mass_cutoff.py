"""Locally typical sampling warper followed by the sanity checks of the serving stack."""

import logging

import torch

from fxkit import randn, sweep

log = logging.getLogger("serve.sampling")


class TypicalWarper:
    def __init__(self, mass=0.7, min_tokens_to_keep=1, filter_value=-float("inf")):
        if not 0 < mass < 1:
            raise ValueError("mass must be in (0, 1)")
        self.mass = mass
        self.min_tokens_to_keep = min_tokens_to_keep
        self.filter_value = filter_value

    def __call__(self, scores):
        normalized = torch.log_softmax(scores, dim=-1)
        p = torch.exp(normalized)
        ent = -(normalized * p).nansum(-1, keepdim=True)
        shifted = torch.abs((-normalized) - ent)
        sorted_scores, sorted_indices = torch.sort(shifted, descending=False)
        cumulative = scores.gather(-1, sorted_indices).softmax(dim=-1).cumsum(dim=-1)

        last_ind = (cumulative < self.mass).sum(dim=1)
        last_ind[last_ind < 0] = 0
        last_ind[last_ind >= scores.shape[-1]] = scores.shape[-1] - 1
        remove = sorted_scores > sorted_scores.gather(1, last_ind.view(-1, 1))
        remove[..., : self.min_tokens_to_keep] = False
        remove = remove.scatter(1, sorted_indices, remove)
        return scores.masked_fill(remove, self.filter_value)


@torch.compile
def next_token_probs(logits, warper, temperature):
    if temperature != 1.0:
        logits = logits / temperature
    warped = warper(logits)
    kept = torch.isfinite(warped).sum(-1)
    if (kept == 1).any():
        log.debug("%d rows are deterministic", (kept == 1).sum())
    return torch.softmax(warped, -1), kept


def cases():
    for mass in (0.2, 0.7, 0.99):
        yield from sweep(next_token_probs, lambda m=mass: (randn(3, 6), TypicalWarper(m), torch.tensor(1.0)), "base", tag=f"m{mass}-")
    yield from sweep(next_token_probs, lambda: (randn(3, 6) * 20, TypicalWarper(0.5), torch.tensor(0.5)), "base", tag="cold-")
    yield from sweep(next_token_probs, lambda: (randn(2, 6), TypicalWarper(0.9, 3), torch.tensor(2.0)), "base grad", tag="hot-")


EXPECT = {'topic': 'LLM inference',
 'rewrites': [],
 'breaks': {39: 1, 43: 1, 44: 2},
 'gb': ['GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'shown-history']}
