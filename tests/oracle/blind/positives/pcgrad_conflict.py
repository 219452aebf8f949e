"""PCGrad: gradients of conflicting tasks are projected on each other's normal plane."""

from typing import List

import torch

from fxkit import randn, sweep


def flatten(grads: List[torch.Tensor]):
    return torch.cat([g.reshape(-1) for g in grads])


def unflatten(flat, like):
    out, start = [], 0
    for ref in like:
        n = ref.numel()
        out.append(flat[start : start + n].view_as(ref))
        start += n
    return out


def project_conflicting(flat_grads):
    projected = []
    for i, g_i in enumerate(flat_grads):
        g = g_i.clone()
        for j, g_j in enumerate(flat_grads):
            if i == j:
                continue
            dot = torch.dot(g, g_j)
            if dot < 0:
                g = g - dot / (g_j.norm() ** 2 + 1e-12) * g_j
        projected.append(g)
    return projected


def merge(projected, reduction):
    stacked = torch.stack(projected)
    if reduction == "mean":
        return stacked.mean(dim=0)
    if reduction == "sum":
        return stacked.sum(dim=0)
    raise ValueError(f"invalid reduction {reduction}")


@torch.compile
def pcgrad_step(params, task_grads, lr=0.1, reduction="mean"):
    flat = [flatten(g) for g in task_grads]
    merged = merge(project_conflicting(flat), reduction)
    grads = unflatten(merged, params)
    return [p - lr * g for p, g in zip(params, grads)], merged.norm()


def _args(aligned):
    params = [randn(3, 2), randn(3)]
    first = [randn(3, 2, seed=1), randn(3, seed=1)]
    if aligned:
        second = [g * 0.5 for g in first]
    else:
        second = [-g + 0.1 for g in first]
    return params, [first, second, [randn(3, 2, seed=4), randn(3, seed=4)]]


def cases():
    yield from sweep(pcgrad_step, lambda: _args(True), "base f64", tag="aligned-")
    yield from sweep(pcgrad_step, lambda: _args(False), "base", tag="opposed-")
    yield from sweep(pcgrad_step, lambda: _args(False), "base", kwargs={"reduction": "sum"}, tag="sum-")


EXPECT = {'topic': 'multitask',
 'kind': 'pairwise_projection',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'fresh-result']}
