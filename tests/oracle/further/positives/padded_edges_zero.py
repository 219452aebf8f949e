"""Messages of padded edges become zero, if there are padded edges."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def send(messages, pad):
    msg = messages - 0.5
    if pad.any():
        msg = torch.where(pad.unsqueeze(-1), torch.zeros_like(msg), msg)
    return msg.sum(0)


def cases():
    yield from sweep(send, lambda: (randn(5, 3), bools(5)), "base true false nan inf half f64 empty true+grad false+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
