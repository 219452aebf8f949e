"""Modules, gradients, contexts and language features that are unusual in compiled code."""

import contextlib
import io
import threading
from abc import ABC

import torch
import torch.distributed as dist
from torch import nn

lock = threading.Lock()


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(4, 4)

    def forward(self, x: torch.Tensor):
        y, _ = self.lstm(x)
        #      ^^^^^^^^^^^^ GM506 skip
        return y + 1


recurrent = torch.compile(Recurrent())


class Gated(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(4, 4)

    def forward(self, x: torch.Tensor):
        return self.gru(x)[0] + 1
        #      ^^^^^^^^^^^ GM506 skip


gated = torch.compile(Gated())


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(4, 4)

    def forward(self, x: torch.Tensor):
        h, c = self.cell(x)
        return h + c


cell = torch.compile(Cell())


class OwnRecurrent(ABC, nn.LSTM):
    @property
    def scaled(self):
        return self.training
        #      ^^^^^^^^^^^^^ GM506 skip

    def forward(self, x: torch.Tensor):
        if self.scaled:
        #  ^^^^^^^^^^^ GM506 skip
            x = x * 2
        return x


own_recurrent = torch.compile(OwnRecurrent(4, 4))


class AroundOwnRecurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = OwnRecurrent(4, 4)

    def forward(self, x: torch.Tensor):
        return self.encoder(x + 1)
        #      ^^^^^^^^^^^^ GM506 skip


around_own_recurrent = torch.compile(AroundOwnRecurrent())


class MakesParameter(nn.Module):
    def forward(self, x: torch.Tensor):
        p = nn.Parameter(torch.ones(4))
        #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM504 split
        return x * p


makes_parameter = torch.compile(MakesParameter())


class MakesLayer(nn.Module):
    def forward(self, x: torch.Tensor):
        layer = nn.Linear(4, 4)
        #       ^^^^^^^^^^^^^^^ GM504 split
        return layer(x)


makes_layer = torch.compile(MakesLayer())


class MakesLayerOnce(nn.Module):
    def forward(self, x: torch.Tensor):
        if not hasattr(self, "q"):
            self.q = nn.Linear(4, 4)
            #        ^^^^^^^^^^^^^^^ GM504 split conditional
        return self.q(x)


makes_layer_once = torch.compile(MakesLayerOnce())


class MakesActivation(nn.Module):
    def forward(self, x: torch.Tensor):
        return nn.ReLU()(x) + nn.MSELoss()(x, x)


makes_activation = torch.compile(MakesActivation())


@torch.compile
def requires_grad_method(x: torch.Tensor):
    x.requires_grad_()
#   ^^^^^^^^^^^^^^^^^^ GM505 split
    return x * 2


@torch.compile
def requires_grad_stays(x: torch.Tensor):
    y = torch.zeros(4).expand_as(x)
    y.requires_grad_(False)
    return x * y + x.detach().requires_grad_(requires_grad=False)


@torch.compile
def requires_grad_set(x: torch.Tensor):
    x.requires_grad = True
#   ^^^^^^^^^^^^^^^ GM505 split
    return x * 2


@torch.compile
def requires_grad_argument(x: torch.Tensor):
    return x * torch.ones(4, requires_grad=True)
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM505 split


@torch.compile
def backward(x: torch.Tensor, p: torch.Tensor):
    loss = (x * p).sum()
    loss.backward()
#   ^^^^^^^^^^^^^^^ GM505 split
    return loss.detach()


@torch.compile
def autograd_grad(x: torch.Tensor, p: torch.Tensor):
    (g,) = torch.autograd.grad((x * p).sum(), p)
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM505 split
    return g + 1


@torch.compile
def autograd_backward(x: torch.Tensor, p: torch.Tensor):
    torch.autograd.backward((x * p).sum())
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM505 split
    return x + 1


@torch.compile
def func_grad(x: torch.Tensor):
    return torch.func.grad(lambda x: (x * x).sum())(x) + 1


@torch.compile
def retain_grad(x: torch.Tensor, p: torch.Tensor):
    y = x * p
    y.retain_grad()
#   ^^^^^^^^^^^^^^^ GM505 skip
    return y + 1


@torch.compile
def grad_fn(x: torch.Tensor, p: torch.Tensor):
    y = x * p
    if y.grad_fn is None:
    #  ^^^^^^^^^ GM505 skip
        return y
    return y + 1


@torch.compile
def grad_fn_without_gradients(x: torch.Tensor, p: torch.Tensor):
    with torch.no_grad():
        y = x * p
        if y.grad_fn is None:
            return y
    return y + 1


@torch.compile
@torch.no_grad()
def grad_fn_under_no_grad(x: torch.Tensor, p: torch.Tensor):
    y = x * p
    if y.grad_fn is None:
        return y
    return y + 1


class RegistersHook(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        self.linear.register_forward_hook(lambda module, args, out: out)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        return self.linear(x)


registers_hook = torch.compile(RegistersHook())


def double(g):
    return g * 2


@torch.compile
def tensor_hook(x: torch.Tensor, p: torch.Tensor):
    y = x * p
    y.register_hook(double)
    return y + 1


@torch.compile
def with_device(x: torch.Tensor):
    with torch.device("cpu"):
    #    ^^^^^^^^^^^^^^^^^^^ GM503 skip
        return x + torch.ones(4)


@torch.compile
def with_lock(x: torch.Tensor):
    with lock:
    #    ^^^^ GM503 skip
        return x + 1


@torch.compile
def with_exit_stack(x: torch.Tensor):
    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.no_grad())
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
        x = x + 1
    return x


@torch.compile
def with_detect_anomaly(x: torch.Tensor):
    with torch.autograd.detect_anomaly():
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
        return x + 1


def pack(x):
    return x


@torch.compile
def with_saved_tensors_hooks(x: torch.Tensor):
    with torch.autograd.graph.saved_tensors_hooks(pack, pack):
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
        return x + 1


@torch.compile
def with_redirect(x: torch.Tensor):
    with contextlib.redirect_stdout(io.StringIO()):
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
    #                               ^^^^^^^^^^^^^ GM501 split
        return x + 1


@torch.compile
def with_closing(x: torch.Tensor):
    with contextlib.closing(io.StringIO()):
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
    #                       ^^^^^^^^^^^^^ GM501 split
        return x + 1


@contextlib.contextmanager
def scope():
    yield 1


class Simple:
    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False


@torch.compile
def with_fine(x: torch.Tensor):
    with contextlib.suppress(ValueError), contextlib.nullcontext(), Simple():
        x = x + 1
    with scope() as one, torch.profiler.record_function("here"):
        x = x + one
    return x


@torch.compile
def class_statement(x: torch.Tensor):
    class Inner:
    #     ^^^^^ GM601 split
        one = 1

    return x + Inner.one


@torch.compile
def missing_import(x: torch.Tensor):
    try:
        import not_there  # torch: skip, where it is not installed
    except ImportError:
        not_there = None
    return x + 1


@torch.compile
def present_import(x: torch.Tensor):
    import math

    return x + math.pi


class Refused(Exception):
    def __init__(self, *, reason):
        self.reason = reason


@torch.compile
def own_exception(x: torch.Tensor):
    try:
        raise Refused(reason="never mind")
    except Refused:
        x = x + 1
    return x * 2


@torch.compile
def builtin_exception(x: torch.Tensor):
    try:
        raise ValueError("never mind")
    except ValueError:
        x = x + 1
    try:
        x = {"a": x}["b"]
    except KeyError:
        x = x + 1
    return x * 2


@torch.compile
def exception_group(x: torch.Tensor):
    try:
        x = x + 1
    except* ValueError:
        x = x - 1
    return x * 2


@torch.compile
def generator_entry(x: torch.Tensor):
#   ^^^^^^^^^^^^^^^ GM602 skip
    yield x + 1


@torch.compile
def random_(x: torch.Tensor):
    return x.clone().random_() * 0 + 1
    #      ^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def uniform_from(x: torch.Tensor):
    return x.clone().uniform_(**{"from": 0.0, "to": 1.0})  # torch: split


@torch.compile
def uniform_positional(x: torch.Tensor):
    return x.clone().uniform_(0.0, 1.0)


@torch.compile
def resize_(x: torch.Tensor):
    return x.clone().resize_(2, 2) + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def apply_(x: torch.Tensor):
    y = x.clone()
    y.apply_(lambda v: v + 1)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return y + 1


@torch.compile
def share_memory_(x: torch.Tensor):
    y = x.clone()
    y.share_memory_()
#   ^^^^^^^^^^^^^^^^^ GM501 split
    return y + 1


@torch.compile
def set_data(x: torch.Tensor, y: torch.Tensor):
    z = x + 1
    z.data = y
#   ^^^^^^ GM505 split
    return z * 2


@torch.compile
def out_strided(x: torch.Tensor):
    o = torch.empty(4, 8)[:, ::2]
    torch.add(x, x, out=o)  # torch: split
    return o + 1


@torch.compile
def out_contiguous(x: torch.Tensor):
    o = torch.empty(4, 4)
    torch.add(x, x, out=o)
    return o + 1


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


@torch.compile
def own_function(x: torch.Tensor):
    return Square.apply(x) + 1


class WithJvp(Square):
    @staticmethod
    def jvp(ctx, g):
        return g


@torch.compile
def own_function_with_jvp(x: torch.Tensor, p: torch.Tensor):
    return WithJvp.apply(x * p) + 1
    #      ^^^^^^^^^^^^^^^^^^^^ GM505 split


class Stepper(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.optimizer = torch.optim.SGD(self.linear.parameters(), lr=0.1)

    def forward(self, x: torch.Tensor):
        self.optimizer.step()
#       ^^^^^^^^^^^^^^^^^^^^^ GM501 split
        return self.linear(x)


stepper = torch.compile(Stepper())


class Own(torch.optim.Optimizer):
    def __init__(self, parameters):
        super().__init__(parameters, {"lr": 0.1})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            if "lr" in group:
                for p in group["params"]:
                    p.mul_(group["lr"])


own = Own([nn.Parameter(torch.ones(4))])


@torch.compile
def own_optimizer(x: torch.Tensor):
    own.step()
    return x + 1
