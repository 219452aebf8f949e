"""Progress of a short denoising loop; the last step is marked."""

import torch

from fxkit import randn, sweep


STEPS = (1.0, 0.5, 0.25)


@torch.compile
def denoise(x, eps):
    for i, sigma in enumerate(STEPS):
        x = x - eps * sigma
        end = " (last)" if i == len(STEPS) - 1 else ""
        print(f"[{i + 1}/{len(STEPS)}] std {x.detach().std(unbiased=False):.3f}{end}")
    return x


def cases():
    yield from sweep(denoise, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf zero half f64 grad nan+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R36'],
 'breaks': {16: 1},
 'gb': ['GB0059', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
