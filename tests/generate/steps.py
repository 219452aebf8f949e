"""Generated training steps before and after `graphmend fix`, compared on the real PyTorch.

    python tests/generate/steps.py --binary graphmend [--seed S] N

Draws N modules with a compiled `step(x, y)`: a forward pass, losses, backward passes, optimizers, and what people put
between them. Those that a safe fix splits are run for three steps: the original in eager, the fixed one compiled
(aot_eager). What each step returns and prints or raises, the parameters and their gradients (none is not zero) are the same.
"""
import collections
import contextlib
import importlib.util
import io
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

model = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3))
critic = nn.Linear(3, 1)
other = nn.Linear(4, 2)
optimizer = torch.optim.{optimizer}
slow = torch.optim.SGD([*critic.parameters(), *other.parameters()], lr=0.05, weight_decay=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
history = []


def note(value):
    history.append(value.item())


class Trainer:
    def __init__(self):
        self.scale = 0.5

    def update(self):
        optimizer.step()
        slow.step()


trainer = Trainer()


"""
FORMS = ("@torch.compile\ndef step(x, y):\n{body}\n", "@torch.compile(dynamic=False)\ndef step(x: torch.Tensor, y: torch.Tensor):\n{body}\n",
         "def train(x, y):\n{body}\n\n\nstep = torch.compile(train)\n", "def step(x, y):\n{body}\n\n\nstep = torch.compile(step, dynamic=False)\n")
BEFORE = ("optimizer.zero_grad()", "optimizer.zero_grad(set_to_none=False)", "model.train()", "# forward", "x = x * 2.0", "n = x.shape[0]",
          "scale = 0.5 if x.shape[0] > 2 else 1.0", "slow.zero_grad()", "print('step')", "weight = trainer.scale", "\"\"\"One step.\"\"\"")
FORWARD = ("out = model(x)", "out = model(x)  # all of it", "with torch.autocast('cpu', enabled=False):\n    out = model(x)",
           "if x.shape[0] > 2:\n    out = model(x)\nelse:\n    out = model(x) * 0.5", "out = model(\n    x,\n)",
           "out = 0.0\nfor part in range(2):\n    out = out + model(x + part)", "hidden = other(x)\nout = model(x) + hidden.sum()")
BETWEEN = ("optimizer.zero_grad()  # not yet", "target = y.detach() * 1.0", "acc = (out - y).abs().mean()", "best = out.argmax(-1)",
           "with torch.no_grad():\n    distance = (out - y).norm()", "extra = other(x).mean()", "print(out.shape)", "slow.zero_grad()",
           "out.retain_grad()", "score = critic(out.detach()).mean()", "rows = out.shape[0]", "copy = out.detach().clone()",
           "out.register_hook(lambda grad: grad * 2.0)", "squares = [out.square().mean()]", "out = out * 1.0", "out.mul_(1.0)")
LOSS = ("loss = F.mse_loss(out, y)", "loss = F.mse_loss(out, y) * 0.5", "loss, size = F.l1_loss(out, y), out.shape[0]",
        "loss = F.mse_loss(out, y)\nloss = loss + 0.1 * other(x).square().mean()", "result = {'loss': F.mse_loss(out, y)}\nloss = result['loss']",
        "if x.shape[0] > 3:\n    loss = F.mse_loss(out, y)\nelse:\n    loss = F.l1_loss(out, y)", "(loss := F.mse_loss(out, y))",
        "loss = F.mse_loss(out, y); kept = loss")
BACKWARD = ("loss.backward()", "loss.backward()", "(loss * 0.5).backward()", "loss.backward(retain_graph=True)\nloss.backward()",
            "torch.autograd.backward(loss)", "for p, grad in zip(model.parameters(), torch.autograd.grad(loss, list(model.parameters()))):\n    p.grad = grad",
            "with torch.autograd.set_detect_anomaly(False):\n    loss.backward()", "if x.shape[0] > 0:\n    loss.backward()")
BEHIND = ("optimizer.step()", "optimizer.step()", "trainer.update()", "scheduler.step()", "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)",
          "history.append(loss.item())", "note(loss)", "print(f'{loss.item():.3f}')", "optimizer.zero_grad()", "loss = loss.detach()",
          "gap = critic(out.detach()).mean()\ngap.backward()\nslow.step()", "gap = critic(out).mean() - critic(y).mean()\nslow.zero_grad()\ngap.backward()")
RESULTS = ("loss.detach()", "loss.item()", "loss.detach(), out.detach()", "loss", "{'loss': loss.detach(), 'rows': x.shape[0]}",
           "loss.detach(), out", "None")
NAMES = ("acc", "best", "distance", "extra", "score", "rows", "copy", "n", "scale", "weight", "target", "hidden", "gap", "kept", "size")


def drawn(rng):
    """The text of a module."""
    pick = lambda of, most: [rng.choice(of) for _ in range(rng.randint(0, most))]
    code = pick(BEFORE, 3) + [rng.choice(FORWARD)] + pick(BETWEEN, 2) + [rng.choice(LOSS)] + pick(BETWEEN, 1) + [rng.choice(BACKWARD)] + pick(BEHIND, 4)
    known = [name for name in NAMES if any(f"{name} =" in each or f"{name}, " in each for each in code)]
    result = rng.choice(RESULTS)
    if known and rng.random() < 0.4:
        result += f", {rng.choice(known)}"
    lines = [line for each in [*code, f"return {result}"] for line in each.split("\n")]
    optimizer = rng.choice(("SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=0.1)", "Adam([*model.parameters(), *other.parameters()], lr=0.1)"))
    return HEAD.format(optimizer=optimizer) + rng.choice(FORMS).format(body="\n".join("    " + line for line in lines))


SERIAL = itertools.count()


def leaves(value):
    if isinstance(value, torch.Tensor):
        return [("tensor", value.dtype, value.requires_grad, value.detach().clone())]
    if isinstance(value, dict):
        return [each for key in value for each in (key, *leaves(value[key]))]
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, (tuple, list)) else [value]


def trained(path, backend):
    """All that is seen of three steps; `backend` compiles, none is eager."""
    real = torch.compile
    compile_ = lambda function=None, **_: compile_ if function is None else real(function, backend=backend) if backend else function
    spec = importlib.util.spec_from_file_location(f"step_{next(SERIAL)}", path)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    torch.manual_seed(0)
    torch.compile = compile_
    try:
        spec.loader.exec_module(module)
    finally:
        torch.compile = real
    seen = []
    for seed in range(3):
        torch.manual_seed(seed)
        given = torch.randn(4, 4), torch.randn(4, 3)
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            try:
                returned = leaves(module.step(*given))
            except Exception as error:
                returned = [type(error).__name__]
        parameters = [p for of in (module.model, module.critic, module.other) for p in of.parameters()]
        seen += [*returned, printed.getvalue(), *leaves(list(module.history))]
        seen += [each for p in parameters for each in leaves((p, p.grad))]
    return seen


def same(one, other):
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[:3] == other[:3] and one[3].shape == other[3].shape and torch.allclose(one[3], other[3], rtol=1e-4, atol=1e-5)
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-4 * max(1.0, abs(one))
    return type(one) is type(other) and one == other


def main():
    options = pairs.options_of(__doc__)
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    split = wrong = 0
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        made = pairs.fixed_pairs(options, folder, drawn)
        assert pairs.fix(options, f"{folder}/new").endswith("nothing to fix\n"), "a second run changes more"
        for before, after in made:
            if "_loss" not in after.read_text() or before.read_text() == after.read_text():
                continue
            split += 1
            torch._dynamo.reset()
            torch._dynamo.utils.counters.clear()
            one, other = trained(before, None), trained(after, "aot_eager")
            breaks = sum(torch._dynamo.utils.counters["graph_break"].values())
            counts["broken"] += breaks > 0
            if len(one) == len(other) and all(map(same, one, other)):
                continue
            wrong += 1
            place = next((i for i, (a, b) in enumerate(zip(one, other)) if not same(a, b)), None)
            print(f"--- wrong at {place}: {one[place] if place is not None else len(one)} -> {other[place] if place is not None else len(other)}")
            print(after.read_text()[len(HEAD) - 100:], flush=True)
    print(f"{options.number} programs, {split} split, {counts['broken']} of them still break, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
