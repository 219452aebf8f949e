"""Python numbers made from the data of tensors."""

import math
import random

import torch
from torch import nn


@torch.compile
def item_in_arithmetic(x: torch.Tensor):
    return x * x.sum().item()
    #          ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def item_returned(x: torch.Tensor):
    return x.sum().item()
    #      ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def item_in_loop(x: torch.Tensor):
    for _ in range(2):
        x = x + x.sum().item()
        #       ^^^^^^^^^^^^^^ GM201 skip
    return x


@torch.compile
def float_(x: torch.Tensor):
    return x * float(x.sum())
    #          ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def int_(x: torch.Tensor):
    return x * int(x.sum())
    #          ^^^^^^^^^^^^ GM201 split


@torch.compile
def bool_(x: torch.Tensor):
    return x * bool(x.sum() > 0)
    #          ^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def complex_(x: torch.Tensor):
    return x * complex(x.sum())
    #          ^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def tolist_integer(x: torch.Tensor, sizes: torch.Tensor):
    return torch.split(x, sizes.tolist())[0] + 1
    #                     ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def tolist_in_for(x: torch.Tensor, sizes: torch.Tensor):
    for n in sizes.tolist():
    #        ^^^^^^^^^^^^^^ GM201 split
        x = x + n
    return x


@torch.compile
def tolist_unpacked(x: torch.Tensor, pairs: torch.Tensor):
    (a, b), (c, d) = pairs.tolist()
    #                ^^^^^^^^^^^^^^ GM201 split
    return x + a + b + c + d


@torch.compile
def tolist_float(x: torch.Tensor, v: torch.Tensor):
    return x * v.tolist()[0]
    #          ^^^^^^^^^^ GM201 split


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList([nn.Linear(4, 4) for _ in range(4)])

    def forward(self, x: torch.Tensor):
        return self.experts[x.sum(0).argmax()](x)
        #                   ^^^^^^^^^^^^^^^^^ GM201 split


experts = torch.compile(Experts())


class ExpertsByItem(Experts):
    def forward(self, x: torch.Tensor):
        return self.experts[x.sum(0).argmax().item()](x)
        #                   ^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


experts_by_item = torch.compile(ExpertsByItem())


@torch.compile
def list_index(x: torch.Tensor):
    rows = [1.0, 2.0, 3.0, 4.0]
    return x * rows[x.sum(0).argmax()]
    #               ^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def list_slice(x: torch.Tensor):
    rows = [1.0, 2.0, 3.0, 4.0]
    return x * len(rows[: x.sum(0).argmax()])
    #                   ^^^^^^^^^^^^^^^^^^^ GM201 skip


@torch.compile
def range_(x: torch.Tensor):
    for _ in range(x.sum(0).argmax()):
    #        ^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split
        x = x + 1
    return x


@torch.compile
def computed_index(x: torch.Tensor):
    return x[x.sum(0).argmax()] + 1
    #        ^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def computed_column(x: torch.Tensor):
    i = x.sum(0).argmax()
    return x[:, i] + 1
    #           ^ GM201 split


@torch.compile
def input_index(x: torch.Tensor, i: torch.Tensor):
    return x[i] + 1


@torch.compile
def index_of_one_dimension(x: torch.Tensor):
    i = x.sum(0).argmax()
    return x[i.unsqueeze(0)][0] + x.index_select(0, i.reshape(1))


@torch.compile
def slice_by_maximum(x: torch.Tensor, sizes: torch.Tensor):
    return x[:, : sizes.max()] + 1
    #           ^^^^^^^^^^^^^ GM201 skip


@torch.compile
def slice_by_arguments(x: torch.Tensor, i: torch.Tensor):
    return x[i : i + 2] + 1
    #        ^^^^^^^^^ GM201 skip


@torch.compile
def arange_of_input(n0: torch.Tensor):
    return torch.arange(n0) + torch.zeros(n0)


@torch.compile
def arange_of_item(sizes: torch.Tensor):
    return torch.arange(sizes.max().item()) + 1
    #                   ^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def arange_of_maximum(sizes: torch.Tensor):
    return torch.arange(sizes.max()) + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def math_sqrt(x: torch.Tensor):
    return x * math.sqrt(x.abs().sum())
    #          ^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def math_isnan(x: torch.Tensor):
    return x * math.isnan(x.sum())
    #          ^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def round_trip_power(x: torch.Tensor):
    return x * 2 ** float(torch.tensor(4.0).log2().round())
    #               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def round_trip_item(x: torch.Tensor):
    return x * -torch.log2(torch.tensor(4.0)).item()
    #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def constant_item(x: torch.Tensor):
    return x * torch.tensor(3).item()
    #          ^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def str_(x: torch.Tensor):
    return x * len(str(x))
    #              ^^^^^^ GM501 split


@torch.compile
def repr_(x: torch.Tensor):
    return x * len(repr(x))
    #              ^^^^^^^ GM501 split


@torch.compile
def percent(x: torch.Tensor):
    return x * len("%s" % x)
    #              ^^^^^^^^ GM501 skip


@torch.compile
def formatted_and_used(x: torch.Tensor):
    return x * len(f"{x}")  # torch: skip


@torch.compile
def formatted_and_unused(x: torch.Tensor):
    text = f"{x}"
    return x + 1


@torch.compile
def sorted_tensors(x: torch.Tensor):
    first = sorted([x.sum(), x.max()])[0]
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + first


@torch.compile
def sorted_by_sum(x: torch.Tensor):
    first = sorted([x, x + 1], key=lambda t: t.sum())[0]
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + first


@torch.compile
def max_by_key(x: torch.Tensor):
    first = max([x, x + 1], key=lambda t: t.sum())
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + first


@torch.compile
def data_pointer(x: torch.Tensor):
    return x + (x.data_ptr() % 16 == 0)
    #           ^^^^^^^^^^^^^^^^^ GM501 skip


@torch.compile
def storage(x: torch.Tensor):
    return x + len(x.storage())
    #              ^^^^^^^^^^^ GM501 split


@torch.compile
def storage_pointer(x: torch.Tensor):
    return x + (x.untyped_storage().data_ptr() % 16)
    #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def storage_offset(x: torch.Tensor):
    return x + x.storage_offset()
    #          ^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def is_pinned(x: torch.Tensor):
    return x + x.is_pinned()
    #          ^^^^^^^^^^^^^ GM501 split


@torch.compile
def equal(x: torch.Tensor, y: torch.Tensor):
    return x + torch.equal(x, y)
    #          ^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def allclose(x: torch.Tensor, y: torch.Tensor):
    if torch.allclose(x, y):
    #  ^^^^^^^^^^^^^^^^^^^^ GM501 split
        return x + 1
    return x


@torch.compile
def tensors_as_numbers(x: torch.Tensor):
    s = x.sum().detach()
    y = x.clamp(s, s + 1) + torch.where(x > s, x, s) + x.masked_fill(x > 0, s) + torch.full((4, 4), s)
    y[0] = s
    return y.fill_(s) * s**2 + torch.linspace(s, s + 1, 4)


@torch.compile
def alpha(x: torch.Tensor):
    s = x.sum()
    return torch.add(x, x, alpha=s)
    #      ^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def known_numbers(x: torch.Tensor, y: torch.Tensor, n: int):
    half = int(x.shape[0] / 2)
    scale = math.sqrt(x.size(-1)) + x.numel() + abs(-n)
    a, b, c, d = x
    for row in x:
        y = y + row
    for row, other in zip(x, y):
        a = a + row * other
    for i in range(x.size(0)):
        a = a + i
    total = sum([a, b, c]) + max(a.sum(), b.sum()) + min(c.sum(), 3) + abs(d)
    table = {a: 1, b: 2}
    return torch.tensor([a.sum(), b.sum()]).sum() + total * scale * half * len(table) + x[ids_of(x)]


def ids_of(x):
    return x.sum(0).argsort()


@torch.compile
def min_by_size(x: torch.Tensor):
    first = min([3, 1, 2], key=lambda n: -n)
    return x + first


@torch.compile
def addresses(x: torch.Tensor, y: torch.Tensor):
    return x + (x.data_ptr() == y.data_ptr())
    #           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def text_compared(x: torch.Tensor):
    text = [f"{x.sum()}"]
    table = {f"{x.sum():.2f}": "{}".format(x.max())}
    return x + len(text) + len(table)


@torch.compile
def drawn_and_a_number(x: torch.Tensor, low: float):
    x = x + 1
    y = low + 2 * random.uniform(0.1, 0.2)
    #         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x * y


@torch.compile
def drawn_and_a_size(x: torch.Tensor):
    n = x.shape[0]
    x = x + 1
    n -= random.randint(0, 1)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x[:n]


@torch.compile
def drawn_and_negated(x: torch.Tensor):
    x = x + 1
    return x * -random.randint(1, 2)
    #          ^^^^^^^^^^^^^^^^^^^^^ GM501 skip


@torch.compile
def drawn_and_tensors(x: torch.Tensor):
    y = x * random.randint(1, 3) + random.uniform(0.1, 0.2)
    y = y * max(random.randint(1, 3), 2) * abs(random.randint(1, 3))
    small = random.uniform(1, 3) < 2
    return y * small
