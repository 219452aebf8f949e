"""Total and per group gradient norms of a parallel trainer, for its metrics processor."""

import torch

from fxkit import randn, sweep

GROUPS = {"attention": ("wq", "wo"), "feed_forward": ("w1", "w2")}


def total_norm(tensors):
    norms = torch.stack([torch.linalg.vector_norm(t) for t in tensors])
    return torch.linalg.vector_norm(norms)


@torch.compile
@torch.no_grad()
def clip_and_report(grads, max_norm: float = 1.0, lr: float = 3e-4):
    metrics = {"optim/lr": lr}
    for group, names in GROUPS.items():
        metrics[f"grad_norm/{group}"] = float(total_norm([grads[n] for n in names]))
    norm = total_norm(list(grads.values()))
    metrics["grad_norm/total"] = norm.item()
    coef = torch.clamp(max_norm / (norm + 1e-6), max=1.0)
    clipped = {name: grad * coef for name, grad in grads.items()}
    return clipped, metrics


def gradients():
    return {"wq": randn(3, 3), "wo": randn(3, 2), "w1": randn(2, 5), "w2": randn(5, 2)}


def cases():
    yield from sweep(clip_and_report, lambda: (gradients(),), "base small big nan")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R28'],
 'breaks': {20: 2, 24: 1},
 'gb': ['GB0124', 'GB4347', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
