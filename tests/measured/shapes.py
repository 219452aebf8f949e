"""Shapes that the data of a tensor decides."""

import torch
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence


@torch.compile
def mask_read(x: torch.Tensor):
    m = x > 0
    return x[m].mean() + 1
    #        ^ GM301 split


@torch.compile
def mask_read_inverted(x: torch.Tensor):
    m = x > 0
    return x[~m].sum() + 1
    #        ^^ GM301 split


@torch.compile
def mask_read_compared(x: torch.Tensor):
    return x[x > 0].sum() + 1
    #        ^^^^^ GM301 split


@torch.compile
def mask_of_rows(x: torch.Tensor):
    return x[x.sum(1) > 0, :].sum() + 1
    #        ^^^^^^^^^^^^ GM301 split


@torch.compile
def mask_write(x: torch.Tensor, m: torch.Tensor):
    y = x.clone()
    y[m] = 0
    y[m] = x.sum()
    y[x.sum(1) > 0] = x[0]
    return y


@torch.compile
def mask_write_of_read(x: torch.Tensor):
    y = x.clone()
    m = x > 0
    y[m] = x[m]
    #        ^ GM301 split
    return y


@torch.compile
def mask_augmented(x: torch.Tensor):
    y = x.clone()
    m = x > 0
    y[m] += 1
    # ^ GM301 split
    return y


@torch.compile
def write_by_nonzero(x: torch.Tensor):
    y = x.clone()
    i = torch.where(x.sum(1) > 0)[0]
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split
    y[i] = 1
    return y


@torch.compile
def where_of_one(x: torch.Tensor):
    return torch.where(x > 0)[0].sum() + 1
    #      ^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def nonzero(x: torch.Tensor):
    return torch.nonzero(x).sum() + 1
    #      ^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def argwhere(x: torch.Tensor):
    return torch.argwhere(x > 0).sum() + 1
    #      ^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def count_by_nonzero(x: torch.Tensor):
    return x * x.nonzero().shape[0]
    #          ^^^^^^^^^^^ GM301 split


@torch.compile
def expert_loop(x: torch.Tensor):
    out = torch.zeros_like(x)
    for e in range(2):
        i = torch.where(x.sum(1) > e)[0]
        #   ^^^^^^^^^^^^^^^^^^^^^^^^^ GM301 skip
        out[i] = x[i] * e
    return out


@torch.compile
def dense_experts(x: torch.Tensor):
    out = torch.zeros_like(x)
    for e in range(2):
        out = torch.where((x.sum(1) > e)[:, None], x * e, out)
    return out


@torch.compile
def unique(ids: torch.Tensor):
    return torch.unique(ids).sum() + 1
    #      ^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def unique_consecutive(ids: torch.Tensor):
    return ids.unique_consecutive().sum() + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def bincount(ids: torch.Tensor):
    return torch.bincount(ids, minlength=10) + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def repeat_by_tensor(x: torch.Tensor, sizes: torch.Tensor):
    return torch.repeat_interleave(x, sizes, dim=0) + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def repeat_with_size(x: torch.Tensor, sizes: torch.Tensor):
    return torch.repeat_interleave(x, sizes, dim=0, output_size=4) + x.repeat_interleave(1, dim=0)


@torch.compile
def one_hot(ids: torch.Tensor):
    return F.one_hot(ids) + 1
    #      ^^^^^^^^^^^^^^ GM301 split


@torch.compile
def one_hot_with_classes(ids: torch.Tensor):
    return F.one_hot(ids, num_classes=10) + 1


@torch.compile
def masked_select(x: torch.Tensor, m: torch.Tensor):
    return torch.masked_select(x, m).sum() + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def packed(x3: torch.Tensor, sizes: torch.Tensor):
    packed = pack_padded_sequence(x3, sizes, batch_first=True, enforce_sorted=False)
    #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return packed.data + 1


@torch.compile
def padded(x3: torch.Tensor, sizes: torch.Tensor):
    packed = pack_padded_sequence(x3, sizes, batch_first=True, enforce_sorted=False)
    #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    y, _ = pad_packed_sequence(packed, batch_first=True)  # torch: nothing, behind the break before it
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return y + 1


@torch.compile
def sparse_coo(x: torch.Tensor):
    i = torch.tensor([[0, 1], [2, 0]])
    s = torch.sparse_coo_tensor(i, torch.ones(2), (2, 3))
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + s.to_dense().sum()  # torch: skip, as it takes no sparse tensor as an input


@torch.compile
def to_sparse(x: torch.Tensor):
    return x.to_sparse().to_dense() + 1  # torch: skip
    #      ^^^^^^^^^^^^^ GM501 split


@torch.compile
def nested(x: torch.Tensor):
    n = torch.nested.nested_tensor([x, x[:2]])
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return n.to_padded_tensor(0.0) + 1  # torch: skip, as it takes no nested tensor as an input


@torch.compile
def tensor_split(v: torch.Tensor, sizes: torch.Tensor):
    return torch.tensor_split(v, sizes)[0] + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def lstsq(x: torch.Tensor, y: torch.Tensor):
    return torch.linalg.lstsq(x, y).solution + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def ctc(x3: torch.Tensor, ids: torch.Tensor, sizes: torch.Tensor):
    return F.ctc_loss(x3.log_softmax(2), ids.view(4, 1) + 1, sizes, torch.ones(4, dtype=torch.long), blank=0) + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM301 split


@torch.compile
def static(x: torch.Tensor, m: torch.Tensor, ids: torch.Tensor):
    y = x.clone()
    y.masked_fill_(m, 0.0)
    y.masked_scatter_(m, x)
    y.index_put_((m,), torch.tensor(1.0))
    count = (x > 0).sum()
    y = y / count + torch.where(m, x, y) + torch.nonzero_static(x, size=4).sum()
    top, i = x.topk(2, dim=0)
    y = y + x[x.sum(1).argsort()] + top.sum() + torch.isin(ids, ids).sum() + torch.cdist(x, x).sum()
    y = y + torch.searchsorted(x[0].sort()[0], x[1]).sum() + torch.histc(x).sum()
    return y + torch.multinomial(x.abs(), 2).sum() + torch.bernoulli(x.sigmoid()) + torch.randperm(4).sum()


@torch.compile
def store_where_one_bool_says(x: torch.Tensor):
    y = x + 1
    y[torch.all(x > 5)] = 0
    # ^^^^^^^^^^^^^^^^ GM201 split
    return y


@torch.compile
def store_through_a_mask(x: torch.Tensor):
    y = x + 1
    y[x > 5] = 0
    return y
