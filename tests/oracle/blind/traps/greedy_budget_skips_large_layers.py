"""Mixed-precision assignment: layers in order of sensitivity get 8 bits while the extra memory fits the budget."""

import torch

from fxkit import rand, randn, sweep


def sensitivity(weights, bits):
    """Mean squared error of symmetric quantisation to `bits`."""
    out = []
    for w in weights:
        scale = w.abs().max().clamp(min=1e-8) / (2 ** (bits - 1) - 1)
        out.append(((torch.round(w / scale) * scale - w) ** 2).mean())
    return torch.stack(out)


@torch.compile
def assign_bits(weights, sizes, budget):
    """sizes: megabytes saved per layer when it stays at 4 bits."""
    gain = sensitivity(weights, 4) - sensitivity(weights, 8)
    order = gain.argsort(descending=True)
    costs = sizes[order].unbind(0)
    used = torch.zeros(())
    chosen = []
    for cost in costs:
        take = torch.zeros(())
        if used + cost <= budget:
            used = used + cost
            take = torch.ones(())
        chosen.append(take)
    bits = 4.0 + 4.0 * torch.stack(chosen)
    return torch.zeros_like(bits).scatter(0, order, bits), used


def cases():
    weights = lambda: [randn(3, 3, seed=i) * (i + 1) for i in range(4)]
    yield from sweep(assign_bits, lambda: (weights(), rand(4) + 0.5, torch.tensor(100.0)), "base", tag="ample-")
    yield from sweep(assign_bits, lambda: (weights(), torch.tensor([0.5, 0.5, 4.0, 0.5]), torch.tensor(1.6)), "base", tag="tight-")
    yield from sweep(assign_bits, lambda: (weights(), rand(4) + 0.5, torch.tensor(0.1)), "base", tag="none-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'R7'],
 'breaks': {27: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
