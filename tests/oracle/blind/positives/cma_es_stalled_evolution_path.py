"""One generation of a separable CMA-ES on tensors (step-size path with the hsig switch)."""

import math
from dataclasses import dataclass

import torch

from fxkit import rand, randn


@dataclass
class SepCMA:
    mean: torch.Tensor
    sigma: torch.Tensor
    diag: torch.Tensor
    p_sigma: torch.Tensor
    p_c: torch.Tensor
    generation: int = 0
    c_sigma: float = 0.3
    c_c: float = 0.4
    c_1: float = 0.1
    c_mu: float = 0.2

    def expected_norm(self):
        n = self.mean.numel()
        return math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))


@torch.compile
def tell(es, steps, fitness):
    """steps: (lambda, n) standard normal draws of the generation; smaller fitness is better."""
    mu = steps.shape[0] // 2
    w = torch.log(torch.tensor(mu + 0.5)) - torch.log(torch.arange(1, mu + 1).float())
    w = w / w.sum()
    mu_eff = 1.0 / (w**2).sum()

    elite = steps[fitness.argsort()[:mu]]
    y = (w[:, None] * elite).sum(0)
    es.mean = es.mean + es.sigma * es.diag.sqrt() * y
    es.p_sigma = (1 - es.c_sigma) * es.p_sigma + (es.c_sigma * (2 - es.c_sigma) * mu_eff).sqrt() * y

    es.generation += 1
    norm = es.p_sigma.norm()
    limit = (1.4 + 2 / (es.mean.numel() + 1)) * es.expected_norm()
    hsig = 1.0 if norm.item() / math.sqrt(1 - (1 - es.c_sigma) ** (2 * es.generation)) < limit else 0.0
    es.p_c = (1 - es.c_c) * es.p_c + hsig * (es.c_c * (2 - es.c_c) * mu_eff).sqrt() * es.diag.sqrt() * y
    rank_mu = (w[:, None] * (es.diag.sqrt() * elite) ** 2).sum(0)
    es.diag = (1 - es.c_1 - es.c_mu) * es.diag + es.c_1 * es.p_c**2 + es.c_mu * rank_mu
    es.sigma = es.sigma * torch.exp(es.c_sigma * (norm / es.expected_norm() - 1))
    if es.sigma > 1e3:
        es.sigma = torch.full_like(es.sigma, 1e3)
    return es.mean, es.sigma


def generation(scale, sigma=0.5):
    def make():
        n = 4
        es = SepCMA(torch.zeros(n), torch.tensor(sigma), torch.ones(n), torch.zeros(n), torch.zeros(n))
        return tell, (es, randn(6, n) * scale, rand(6)), {}

    return make


def cases():
    yield "usual", generation(1.0)
    yield "long-path", generation(9.0)
    yield "tiny", generation(0.01)
    yield "runaway", generation(8.0, 900.0)


EXPECT = {'topic': 'evolution strategies',
 'rewrites': [],
 'breaks': {45: 1, 50: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'number-tensor']}
