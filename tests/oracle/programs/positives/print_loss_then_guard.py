"""The loss parts are printed, then a check stops the run."""

import torch

from fxkit import randn, sweep


@torch.compile
def vae_loss(recon, target, logvar):
    rec = (recon - target).abs().mean()
    kl = -0.5 * (1.0 + logvar).mean()
    print(f"rec={rec.detach():.4f} kl={kl.detach():.4f}")
    total = rec + kl
    if not torch.isfinite(total):
        raise FloatingPointError("loss is not finite")
    return total


def cases():
    yield from sweep(vae_loss, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2)), "base big nan inf half f64 grad nan+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R36', 'R18'],
 'breaks': {12: 1, 14: 1, 15: 1},
 'gb': ['GB0059', 'GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
