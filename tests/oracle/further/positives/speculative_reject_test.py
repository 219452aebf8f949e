"""Draft tokens are accepted only when no position was rejected."""

import torch

from fxkit import rand, randn, sweep


class Verifier:
    slack = 0.05

    def rejected(self, draft_p, target_p):
        ratio = target_p / draft_p.clamp(min=1e-6)
        return ratio + self.slack < 1.0

    @torch.no_grad()
    def __call__(self, draft_p, target_p, carry):
        bad = self.rejected(draft_p, target_p)
        if len(torch.where(bad)[0]) == 0:
            mixed = 0.5 * (draft_p + target_p)
            carry = carry + 1
        else:
            residual = (target_p - draft_p).clamp(min=0.0)
            mixed = residual / (residual.sum(-1, keepdim=True) + 1e-6)
            carry = torch.zeros_like(carry)
        return mixed, carry


verify = Verifier()


@torch.compile
def accept(draft, target, carry):
    return verify(draft.softmax(-1), target.softmax(-1), carry=carry)


def cases():
    yield from sweep(accept, lambda: (randn(2, 4), randn(2, 4, seed=1), torch.tensor([2, 3])), "base nan f64")
    yield from sweep(accept, lambda: (randn(2, 4), randn(2, 4), torch.tensor([2, 3])), "base", tag="same-")


EXPECT = {'topic': 'text',
 'rewrites': ['R33', 'R1'],
 'breaks': {18: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
