"""Optional progress output with sep and end."""

import torch

from fxkit import randn, sweep


@torch.compile
def top_k_filter(logits, k: int = 2, verbose: bool = False):
    kth = logits.topk(k, dim=-1).values[..., -1:]
    if verbose:
        print("top_k", k, "of", logits.shape[-1], sep="|", end=";\n")
    out = torch.where(logits < kth, torch.full_like(logits, float("-inf")), logits)
    if verbose:
        print("kept:", int((out.detach() > float("-inf")).sum()))
    return out


def cases():
    yield from sweep(top_k_filter, lambda: (randn(2, 5),), "base nan half grad", {"verbose": True})
    yield from sweep(top_k_filter, lambda: (randn(2, 5), 3), "base", tag="quiet-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R36'],
 'breaks': {12: 1, 15: 2},
 'gb': ['GB0059', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
