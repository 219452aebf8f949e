"""Mean average precision and mean reciprocal rank over queries, as torchmetrics computes them."""

import torch

from fxkit import bools, randn, sweep


def _check_retrieval_functional_inputs(preds, target):
    if preds.shape != target.shape:
        raise ValueError("`preds` and `target` must be of the same shape")
    if not preds.numel() or not preds.size():
        raise ValueError("`preds` and `target` must be non-empty and non-scalar tensors")
    if not preds.is_floating_point():
        raise ValueError("`preds` must be a tensor of floats")
    return preds.float().flatten(), target.long().flatten()


def retrieval_average_precision(preds, target, top_k=None):
    preds, target = _check_retrieval_functional_inputs(preds, target)
    top_k = top_k or preds.shape[-1]
    target = target[preds.topk(min(top_k, preds.shape[-1]), sorted=True, dim=-1)[1]]
    if not target.sum():
        return torch.tensor(0.0, device=preds.device)

    positions = torch.arange(1, len(target) + 1, device=target.device, dtype=torch.float32)[target > 0]
    return torch.div((torch.arange(len(positions), device=positions.device, dtype=torch.float32) + 1), positions).mean()


def retrieval_reciprocal_rank(preds, target):
    preds, target = _check_retrieval_functional_inputs(preds, target)
    target = target[torch.argsort(preds, dim=-1, descending=True)]
    if not target.sum():
        return torch.tensor(0.0, device=preds.device)
    position = torch.nonzero(target).view(-1)
    return 1.0 / (position[0] + 1.0)


@torch.compile
def evaluate_queries(preds, target, top_k=None):
    ap = torch.stack([retrieval_average_precision(p, t, top_k) for p, t in zip(preds, target)])
    mrr = torch.stack([retrieval_reciprocal_rank(p, t) for p, t in zip(preds, target)])
    return {"map": ap.mean(), "mrr": mrr.mean(), "ap": ap}


def cases():
    yield from sweep(evaluate_queries, lambda: (randn(3, 7), bools(3, 7)), "base f64 false true half")
    yield from sweep(evaluate_queries, lambda: (randn(3, 7), bools(3, 7, p=0.15), 3), "base", tag="top3-")
    yield from sweep(evaluate_queries, lambda: (randn(2, 4), torch.eye(2, 4).bool()), "base", tag="single-")


EXPECT = {'topic': 'metrics',
 'rewrites': [],
 'breaks': {22: 1, 25: 1, 32: 1, 34: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 18,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
