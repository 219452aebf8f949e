"""Generated modules that ask autograd for gradients, before and after `graphmend fix --unsafe`, compared on the real PyTorch.

    python tests/generate/gradients.py --binary graphmend [--seed S] N

Draws N modules whose `forward(x, goal)` makes a tensor a leaf, computes with it, and asks for its gradient. Those that
`torch.func.grad` takes over are run as they were, and fixed, in eager and compiled (aot_eager): what they return is the same
but for the last digits, and so are the gradients of their parameters, where the original has any; an error stays one.
"""
import collections
import importlib.util
import itertools
import sys
import tempfile
import warnings

import pairs
import torch

HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn


class Field(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 4)
        self.b = nn.Linear(4, 1)
        self.net = nn.Sequential(nn.Linear(3, 5), nn.SiLU(), nn.Linear(5, 1))
        self.norm = nn.BatchNorm1d(3)
        self.calls = 0

    def energy(self, pos):
        return self.b(torch.tanh(self.a(pos)))

    def counted(self, pos):
        self.calls += 1
        return self.net(pos)

    def forward(self, x: torch.Tensor, goal: torch.Tensor):
{body}
"""
BEFORE = ("h = x.sum(-1, keepdim=True)", "h = self.a(x).mean()", "data = {}", "scale = 0.5", "# what moves", "x = x * 1.0")
LEAF = ("z = x.detach().requires_grad_()", "z = x.clone().detach().requires_grad_(True)", "z = x.detach()\nz.requires_grad = True", "z = (x * 0.5).detach()\nz.requires_grad_()",
        "z = torch.zeros_like(x)\nz.requires_grad = True", "z = x.detach()\ndata = {'z': z}\nz.requires_grad_()", "z = x.detach()\nif z.dim() < 3:\n    z = z * 1.0\nz.requires_grad_(True)",
        "z = x.detach()\nv = self.a(z).mean()\nz.requires_grad_(True)", "z = x\nz.requires_grad_(True)", "z = x.detach().requires_grad_(False)")
BODY = ("e = self.energy(z)", "e = self.net(z)", "e = self.net(z + x)", "e = z * goal", "e = (z - goal).square().sum(-1)", "e = self.energy(z) * 2.0  # twice",
        "e = self.b(\n    torch.tanh(self.a(z)),\n)", "e = self.counted(z)", "e = self.norm(z)", "e = 0.0\nfor _ in range(2):\n    e = e + self.net(z)",
        "if x.shape[0] > 2:\n    e = self.net(z)\nelse:\n    e = self.energy(z)")
MORE = ("e = e * 0.5", "w = z.detach().norm()", "f = e.exp()", "h = z.sum()", "e += 1.0", "e.mul_(2.0)", "parts = [e]", "e = e + goal.mean()", "self.last = e.detach()",
        "with torch.no_grad():\n    w = e.mean()", "y = z * 1.0\ne = e + y.sum(-1, keepdim=True)", "error = (goal - z).detach()", "z = z * 1.0")
ASK = ("g = torch.autograd.grad(e.sum(), z)[0]", "g = torch.autograd.grad(e.sum(), z, create_graph=True)[0]", "(g,) = torch.autograd.grad(e.sum(), z, retain_graph=True)",
       "g = torch.autograd.grad(e, z, torch.ones_like(e), create_graph=True)[0]", "g = torch.autograd.grad(outputs=e, inputs=z, grad_outputs=torch.ones_like(e))[0]",
       "g = torch.autograd.grad([e.mean()], [z])[0]", "e.sum().backward(inputs=[z])\ng = z.grad", "loss = e.square().mean()\nloss.backward(inputs=[z])\ng = z.grad.detach()",
       "g = -torch.autograd.grad(e.sum(), z)[0] * 2.0", "grads = torch.autograd.grad(e.sum(), z)\ng = grads[0]", "g = torch.autograd.grad(e.sum(), (z, x))[0]",
       "g = torch.autograd.grad(e, z, e.detach())[0]", "with torch.enable_grad():\n    loss = e.sum()\n    g = torch.autograd.grad(loss, z)[0]",
       "g = torch.autograd.grad(e.sum(), z, create_graph=self.training)[0]", "g = torch.autograd.grad(e.sum(), z, create_graph=True)[0]\ng = torch.autograd.grad(g.sum(), z)[0]")
BEHIND = ("g = g * 2.0", "z = z.detach() - 0.1 * g", "m = g.norm(dim=-1)", "k = e.detach().sum()", "")
RESULT = ("g", "g, e", "g, z.detach()", "g.norm()", "{'g': g, 'e': e.detach()}", "g, x")
SERIAL = itertools.count()


def drawn(rng):
    """The text of a module."""
    some = lambda of, most: [rng.choice(of) for _ in range(rng.randint(0, most))]
    code = some(BEFORE, 2) + [rng.choice(LEAF), rng.choice(BODY)] + some(MORE, 2) + [rng.choice(ASK)] + some(BEHIND, 1)
    if rng.random() < 0.2:
        code = ["with torch.enable_grad():"] + ["    " + line for each in code for line in each.split("\n")]
    lines = [line for each in [*code, f"return {rng.choice(RESULT)}"] for line in each.split("\n")]
    return HEAD.format(body="\n".join("        " + line for line in lines))


def leaves(value):
    if isinstance(value, dict):
        value = list(value.values())
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, (tuple, list)) else [value]


def module_at(path):
    spec = importlib.util.spec_from_file_location(f"field_{next(SERIAL)}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    torch.manual_seed(0)
    return module.Field()


def seen(field, call):
    """What a call gives, and the gradients of the parameters by it: None if it has none any more, or never had."""
    torch.manual_seed(1)
    given = torch.randn(4, 3), torch.randn(4, 3)
    try:
        results = [each for each in leaves(call(*given)) if isinstance(each, torch.Tensor)]
    except Exception as error:
        return type(error).__name__, None
    wanted = sum((each.square().sum() for each in results if each.requires_grad), torch.zeros(()))
    values = [each.detach().clone() for each in results]
    try:
        asked = torch.autograd.grad(wanted, list(field.parameters()), allow_unused=True)
    except RuntimeError:
        return values, None
    return values, [torch.zeros(()) if each is None else each for each in asked]


def same(one, other):
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str)
    close = lambda a, b: torch.allclose(*torch.broadcast_tensors(a, b), rtol=1e-4, atol=1e-5, equal_nan=True)
    return len(one) == len(other) and all(map(close, one, other))


def main():
    options = pairs.options_of(__doc__)
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    taken = wrong = 0
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for before, after in pairs.fixed_pairs(options, folder, drawn, "--unsafe"):
            if "torch.func.grad(" not in after.read_text():
                continue
            taken += 1
            torch._dynamo.reset()
            torch._dynamo.utils.counters.clear()
            one, other, compiled = module_at(before), module_at(after), module_at(after)
            first = seen(one, one)
            others = seen(other, other), seen(compiled, torch.compile(compiled, backend="aot_eager"))
            counts["broken"] += bool(torch._dynamo.utils.counters["graph_break"])
            if all(same(first[0], each[0]) and (first[1] is None or each[1] is None or same(first[1], each[1])) for each in others):
                continue
            wrong += 1
            print(f"--- wrong: {first} -> {others}"[:600])
            print(after.read_text()[len(HEAD) - 100:], flush=True)
    print(f"{options.number} programs, {taken} by torch.func.grad, {counts['broken']} of them still break, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
