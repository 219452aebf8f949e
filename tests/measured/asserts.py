"""Which asserts become part of the graph."""

import torch


@torch.compile
def plain(x: torch.Tensor):
    assert x.sum() < 1000
    return x + 1


@torch.compile
def literal_message(x: torch.Tensor):
    assert (x < 1000).all(), "too " "large"
    return x + 1


@torch.compile
def in_if_no_grad_and_try(x: torch.Tensor, n: int):
    if n > 0:
        assert x.sum() < 1000, "in an if"
    with torch.no_grad():
        assert x.sum() < 1000, "under no_grad"
    try:
        assert x.sum() < 1000, "in a try"
        x = x + 1
    except ValueError:
        x = x - 1
    return x


@torch.compile
def in_the_middle_of_a_loop(x: torch.Tensor):
    for _ in range(2):
        assert x.sum() < 1000
        x = x + 1
    return x


@torch.compile
def inverted(x: torch.Tensor):
    assert ~(x > 1000).any()
    assert torch.logical_not((x > 1000).any())
    assert (x > 1000).sum() == 0
    assert (x.sum() > -1000) & (x.sum() < 1000)
    return x + 1


@torch.compile
def formatted_message(x: torch.Tensor):
    assert x.sum() < 1000, f"too large: {x.shape}"
    #      ^^^^^^^^^^^^^^ GM101 split
    return x + 1


@torch.compile
def message_by_format(x: torch.Tensor, n: int):
    assert x.sum() < 1000, "too large: {}".format(n)
    #      ^^^^^^^^^^^^^^ GM101 split
    return x + 1


@torch.compile
def message_by_percent(x: torch.Tensor, n: int):
    assert x.sum() < 1000, "too large: %d" % n
    #      ^^^^^^^^^^^^^^ GM101 split
    return x + 1


@torch.compile
def message_in_variable(x: torch.Tensor, s: str):
    assert x.sum() < 1000, s
    #      ^^^^^^^^^^^^^^ GM101 split
    return x + 1


@torch.compile
def not_(x: torch.Tensor):
    assert not (x > 1000).any()
    #          ^^^^^^^^^^^^^^^^ GM101 split
    return x + 1


@torch.compile
def and_(x: torch.Tensor):
    assert x.sum() > -1000 and x.sum() < 1000
    #      ^^^^^^^^^^^^^^^ GM101 split
    #                          ^^^^^^^^^^^^^^ GM101 split conditional
    return x + 1


@torch.compile
def chain(x: torch.Tensor):
    assert -1000 <= x.sum() <= 1000
    #               ^^^^^^^ GM101 split
    return x + 1


@torch.compile
def last_in_loop(x: torch.Tensor):
    for _ in range(2):
        x = x + 1
        assert x.sum() < 1000
    return x


@torch.compile
def item(x: torch.Tensor):
    assert x.sum().item() < 1000
    #      ^^^^^^^^^^^^^^ GM201 split
    return x + 1


@torch.compile
def float_(x: torch.Tensor):
    assert float(x.sum()) < 1000
    #      ^^^^^^^^^^^^^^ GM201 split
    return x + 1


@torch.compile
def equal(x: torch.Tensor):
    assert torch.equal(x, x)
    #      ^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def with_handler(x: torch.Tensor):
    try:
        assert x.sum() < 1000
    except AssertionError:
        x = x - 1
    return x


@torch.compile
def torch_assert(x: torch.Tensor):
    torch._assert(x.sum() < 1000, "too large")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def torch_assert_of_shape(x: torch.Tensor):
    torch._assert(x.shape[0] == 4, "wrong shape")
    return x + 1


@torch.compile
def torch_assert_async(x: torch.Tensor):
    torch._assert_async(x.sum() < 1000, "too large")
    return x + 1


@torch.compile
def check_with_closure(x: torch.Tensor):
    torch._check(x.shape[0] == 4, lambda: f"shape {x.shape}")  # torch: split
    return x + 1


@torch.compile
def check_with_constant(x: torch.Tensor):
    torch._check(x.shape[0] == 4, lambda: "shape")
    return x + 1


@torch.compile
def check_tensor_all(x: torch.Tensor):
    torch._check_tensor_all(x < 1000, lambda: "too large")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split
    return x + 1


@torch.compile
def shapes(x: torch.Tensor, n: int):
    assert x.shape[0] == 4, f"wrong shape {x.shape}"
    assert isinstance(x, torch.Tensor)
    assert n > 0, f"{n}"
    if x.dim() != 2:
        raise ValueError(f"wrong shape {x.shape}")
    return x + 1


class Scale:
    factor = 2


class Sized(int):
    pass


linear = torch.nn.Linear(2, 2)
scale, sized = Scale(), Sized(2)


@torch.compile
def list_of_tensors(x: torch.Tensor):
    parts = [x, None]
    assert parts, "nothing"
    #      ^^^^^ GM102 skip
    return x + 1


@torch.compile
def dict_of_tensors(x: torch.Tensor):
    parts = {"a": x}
    assert parts
    #      ^^^^^ GM102 skip
    return x + 1


@torch.compile
def nested_list(x: torch.Tensor):
    assert [(x,)], "nothing"
    #      ^^^^^^ GM102 skip
    return x + 1


@torch.compile
def a_module(x: torch.Tensor):
    assert linear, "nothing"
    #      ^^^^^^ GM102 skip
    return x + 1


@torch.compile
def list_of_modules(x: torch.Tensor):
    assert [linear], "nothing"
    #      ^^^^^^^^ GM102 skip
    return x + 1


@torch.compile
def an_object(x: torch.Tensor):
    assert scale, "nothing"
    #      ^^^^^ GM102 skip
    return x * scale.factor


@torch.compile
def behind_a_constant(x: torch.Tensor):
    parts = [x]
    assert x.dim() > 5 or parts, "nothing"  # torch: skip
    return x + 1


@torch.compile
def constants(x: torch.Tensor):
    assert [1, 2] and {"a": 1} and (float, Scale, None), "nothing"
    assert range(3), "nothing"
    assert sized, "nothing"
    assert torch.relu, "nothing"
    return x + 1


@torch.compile
def asked_otherwise(x: torch.Tensor):
    parts = [x]
    assert bool(parts), "nothing"
    #      ^^^^^^^^^^^ GM201 split
    assert len(parts), "nothing"
    assert parts, f"nothing of {x.shape}"
    assert parts is not None and x.dim() < 5, "nothing"
    if not parts:
        return x
    return x + 1
