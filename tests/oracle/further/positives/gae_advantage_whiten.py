"""Generalised advantages, whitened only when their spread allows it."""

import torch

from fxkit import rand, randn, sweep


def discount(deltas: torch.Tensor, gamma: float, lam: float) -> torch.Tensor:
    acc = torch.zeros_like(deltas[0])
    out = []
    for t in reversed(range(deltas.shape[0])):
        acc = deltas[t] + gamma * lam * acc
        out.append(acc)
    return torch.stack(out[::-1])


@torch.compile
@torch.no_grad()
def advantages(rewards, values, *, gamma=0.99, lam=0.95):
    deltas = rewards + gamma * values[1:] - values[:-1]
    adv = discount(deltas, gamma, lam)
    spread = adv.std()
    centred = adv - adv.mean()
    if spread > 1e-3:
        whitened = centred / (spread + 1e-8)
    else:
        whitened = centred.clamp(-1.0, 1.0)
    return whitened, whitened + values[:-1]


def cases():
    yield from sweep(advantages, lambda: (randn(4, 3), randn(5, 3, seed=1)), "base nan f64")
    yield from sweep(advantages, lambda: (torch.zeros(4, 3), torch.zeros(5, 3)), "base", kwargs={"gamma": 0.9}, tag="flat-")


EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {24: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
