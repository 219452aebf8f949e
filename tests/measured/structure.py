"""What becomes of a function in which something breaks, by where it stands."""

import contextlib

import torch


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


@contextlib.contextmanager
def scope():
    yield


def helper(x: torch.Tensor):
    print("helper")
#   ^^^^^^^^^^^^^^^ GM401 split
    return x + 1


def deep(x: torch.Tensor):
    return helper(x) * 2


def generated(x: torch.Tensor):
    for i in range(2):
        print(i)
#       ^^^^^^^^ GM401 skip
        yield x + i


def looped(x: torch.Tensor):
    print("looped")
#   ^^^^^^^^^^^^^^^ GM401 skip
    return x + 1


@torch.compile
def plain(x: torch.Tensor):
    y = x + 1
    print("plain")
#   ^^^^^^^^^^^^^^ GM401 split
    return y * 2


@torch.compile
def in_for(x: torch.Tensor):
    for i in range(2):
        x = x + i
        print(i)
#       ^^^^^^^^ GM401 skip
    return x


@torch.compile
def in_while(x: torch.Tensor):
    while x.dim() < 4:
        x = x.unsqueeze(0)
        print(x.dim())
#       ^^^^^^^^^^^^^^ GM401 skip
    return x


@torch.compile
def in_loop_with_return(x: torch.Tensor):
    for i in range(2):
        x = x + i
        print(i)
#       ^^^^^^^^ GM401 split
        return x
    return x


@torch.compile
def in_try(x: torch.Tensor):
    try:
        print("try")
#       ^^^^^^^^^^^^ GM401 skip
        x = x + 1
    except ValueError:
        x = x - 1
    return x


@torch.compile
def in_finally(x: torch.Tensor):
    try:
        x = x + 1
    finally:
        print("finally")
#       ^^^^^^^^^^^^^^^^ GM401 split
    return x * 2


@torch.compile
def in_except(x: torch.Tensor):
    try:
        raise ValueError("never mind")
    except ValueError:
        print("except")
#       ^^^^^^^^^^^^^^^ GM401 skip
    return x + 1


@torch.compile
def in_user_context(x: torch.Tensor):
    with Quiet():
        print("quiet")
#       ^^^^^^^^^^^^^^ GM401 skip
        x = x + 1
    return x


@torch.compile
def in_generator_context(x: torch.Tensor):
    with scope():
        print("scope")
#       ^^^^^^^^^^^^^^ GM401 skip
        x = x + 1
    return x


@torch.compile
def in_no_grad(x: torch.Tensor):
    with torch.no_grad():
        print("no_grad")
#       ^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_enable_grad(x: torch.Tensor):
    with torch.enable_grad():
        print("enable_grad")
#       ^^^^^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_set_grad_enabled(x: torch.Tensor):
    with torch.set_grad_enabled(False):
        print("set_grad_enabled")
#       ^^^^^^^^^^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_inference_mode(x: torch.Tensor):
    with torch.inference_mode():
        print("inference_mode")
#       ^^^^^^^^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_autocast(x: torch.Tensor):
    with torch.autocast("cpu"):
        print("autocast")
#       ^^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_nullcontext(x: torch.Tensor):
    with contextlib.nullcontext():
        print("nullcontext")
#       ^^^^^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_record_function(x: torch.Tensor):
    with torch.profiler.record_function("here"):
        print("record_function")
#       ^^^^^^^^^^^^^^^^^^^^^^^^ GM401 split
        x = x + 1
    return x


@torch.compile
def in_comprehension(x: torch.Tensor):
    y = [print(i) for i in range(2)]
    #    ^^^^^^^^ GM401 split
    return x + len(y)


@torch.compile
def in_generator(x: torch.Tensor):
    for y in generated(x):
        x = x + y
    return x


@torch.compile
def in_callee(x: torch.Tensor):
    return deep(x) + 1


@torch.compile
def in_callee_in_loop(x: torch.Tensor):
    for _ in range(2):
        x = looped(x)
    return x


@torch.compile
def under_known_conditions(x: torch.Tensor, verbose: bool = False):
    if False:
        print("never")
    if verbose:
        print("verbose")
#       ^^^^^^^^^^^^^^^^ GM401 split conditional
    if x.shape[0] > 100:
        print("large")
#       ^^^^^^^^^^^^^^ GM401 split conditional
    if not torch.compiler.is_compiling():
        print("eager")
    return x + 1


@torch.compile
def generator_in_call(x: torch.Tensor):
    first = sorted(row.sum() for row in x)[0]
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x + first


@torch.compile
def list_in_call(x: torch.Tensor):
    first = sorted([row.sum() for row in x])[0]
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + first
