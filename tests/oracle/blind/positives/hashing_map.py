"""Mean average precision of binary codes; queries without a relevant item are skipped."""

import torch

from fxkit import ints, randn, sweep


def hamming(B1, B2):
    q = B2.shape[1]
    return 0.5 * (q - B1 @ B2.t())


@torch.compile
@torch.no_grad()
def calc_map(query_out, db_out, query_label, db_label):
    qB, rB = torch.sign(query_out), torch.sign(db_out)
    dist = hamming(qB, rB)
    total, valid = 0.0, 0
    for i in range(qB.shape[0]):
        gnd = (query_label[i] @ db_label.t() > 0).float()
        order = torch.argsort(dist[i], stable=True)
        gnd = gnd[order]
        tsum = int(gnd.sum())
        if tsum == 0:
            continue
        count = torch.arange(1, tsum + 1).float()
        tindex = torch.where(gnd == 1)[0].float() + 1.0
        total += (count / tindex).mean().item()
        valid += 1
    return total / max(valid, 1)


def onehot(seed, n, classes=4):
    return torch.nn.functional.one_hot(ints(0, classes, n, seed=seed), 4).float()


def cases():
    yield from sweep(calc_map, lambda: (randn(3, 8), randn(7, 8, seed=1), onehot(0, 3), onehot(1, 7)), "base")
    yield from sweep(calc_map, lambda: (randn(3, 8, seed=4), randn(7, 8, seed=5), onehot(2, 3), onehot(6, 7, 2)), "base", tag="some-")
    yield from sweep(calc_map, lambda: (randn(3, 8), randn(7, 8), onehot(0, 3) * 0, onehot(1, 7)), "base", tag="none-")

EXPECT = {'topic': 'hashing retrieval',
 'rewrites': [],
 'breaks': {23: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
