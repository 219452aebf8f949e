"""Generation is sharpened once the end token is likely; the probability is read as a float."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


EOS = 2


@torch.compile
def next_logits(logits, bonus: float):
    done = float(F.softmax(logits.detach().float(), dim=-1)[..., EOS].amin())
    if done > 0.3:
        out = logits * bonus
    else:
        out = logits / bonus
    return out


def cases():
    yield from sweep(next_logits, lambda: (randn(2, 4), 1.5), "base pos zero big nan inf half f64 grad nan+grad inf+grad")
    yield from sweep(next_logits, lambda: (torch.tensor([[0.0, 0.0, 2.0], [0.0, 0.0, 3.0]]), 1.5), "base grad", tag="ending-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R22', 'R1'],
 'breaks': {14: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
