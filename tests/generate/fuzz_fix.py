"""Generated models before and after `graphmend fix`, compared on the real PyTorch.

    python tests/generate/fuzz_fix.py --binary graphmend [--seed S] [--unsafe] [--eager] N

Draws N different programs (programs.py), fixes each, and calls both versions with inputs on both sides of its
conditions, of several shapes and dtypes, with gradients and without, twice in a row: eagerly, and compiled with
aot_eager, where the fixed one may break and compile no more often than the original. A program that differs is made
smaller by hypothesis and printed with its fixed version. With --unsafe, what a fix states that it assumes may differ.
"""
import argparse
import difflib
import importlib.util
import inspect
import logging
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fixes"))
import judge  # noqa: E402
from hypothesis import HealthCheck, Phase, given, seed, settings  # noqa: E402
from programs import HEAD, programs  # noqa: E402

BATCH = 50  # examples of hypothesis from one seed
ASSUMED = {  # what an assumption is about, by a word of its sentence
    "copy": {"shared"},
    "gradient": {"gradients", "backward", "result"},
    "raises no error": {"raises", "exception"},
}


def inputs(signature):
    """Argument lists: values that decide either way, hostile ones, other shapes and dtypes, with gradients and without.
    All of them are what the annotations say."""
    base, other = torch.tensor([0.5, -1.25, 2.0, 0.75]), torch.tensor([1.0, 0.5, -0.5, 2.0])
    nan, inf = float("nan"), float("inf")
    rows = [
        (base, other, 2, True), (-base, other, 0, False), (base * 100, other, 1, True), (base * 0, other * -1, 2, False),
        (torch.tensor([nan, 1.0, -1.0, 2.0]), other, 2, True), (torch.tensor([inf, 1.0, -inf, 0.0]), other * 0, 1, True),
        (base.double(), other, 2, True), (base.half(), other.half(), 2, False), (base, other[:1].clone(), 2, True),
        (base.reshape(2, 2), other.reshape(2, 2), 2, True), (base[:0].clone(), other[:0].clone(), 2, True),
        (base[0].clone(), other[0].clone(), 1, True), (torch.tensor([3, -1, 2, 0]), other, 2, True),
        (base[:3].clone(), other, 2, True), (base, None, 2.5, True), (base.expand(3, 4), other, 3, True),
        (torch.stack([base, other]).t(), other[:2].clone(), 1, True),
    ]
    for number, (x, w, n, flag) in enumerate(rows):
        if (w is None and "None" not in signature) or (isinstance(n, float) and "float" not in signature):
            continue
        for grads in ((False, False), ((True, True), (True, False), (False, True))[number % 3]):
            yield [*(t.clone().requires_grad_(g and t.is_floating_point()) if isinstance(t, torch.Tensor) else t
                     for t, g in zip((x, w), grads)), n, flag]


def fixed(binary, path, unsafe):
    """The text after all fixes, and the sentences of what they assume."""
    text = path.read_text()
    checked = subprocess.run([binary, "check", "--exit-zero", "--no-cache", "--output-format", "json", path],
                             capture_output=True, text=True, check=True).stdout if unsafe else ""
    copy = path.with_name(path.stem + "_fixed.py")
    copy.write_text(text)
    done = subprocess.run([binary, "fix", *(["--unsafe"] if unsafe else []), copy], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise AssertionError(f"fix ended with {done.returncode}: {done.stderr}\n{text}")
    return copy, re.findall(r'"assumes": ?"([^"]+)"', checked)


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Model


def observed(model, forward=None):
    """What is seen of two calls in a row for every list of arguments, each with a new model."""
    forward = forward or model.forward
    calls = []
    for given_ in inputs(str(inspect.signature(model.forward))):
        torch.manual_seed(1)
        owner = model()
        again = [t.detach().clone().requires_grad_(t.requires_grad) if isinstance(t, torch.Tensor) else t for t in given_]
        calls += [judge.watch(lambda *a: forward(owner, *a), arguments, owner) for arguments in (given_, again)]
    return calls


class Judge:
    def __init__(self, binary, folder, unsafe=False, eager=False):
        self.binary, self.folder, self.unsafe, self.eager = binary, folder, unsafe, eager
        self.verdicts, self.skeletons = {}, set()
        self.judged = self.rewritten = self.wrong = 0

    def __call__(self, text):
        skeleton = re.sub(r"[0-9.]+|[<>=!]=?|self\.(?:weight|state)", "", text)
        if text not in self.verdicts:
            if skeleton in self.skeletons:
                return
            self.judged += 1
            self.verdicts[text] = self.verdict(text)
            if not self.verdicts[text]:
                self.skeletons.add(skeleton)
        assert not self.verdicts[text], self.verdicts[text]

    def verdict(self, text):
        """What is wrong with the fixes of the program; empty if nothing is."""
        path = self.folder / f"program_{self.judged}.py"
        path.write_text(text)
        copy, assumed = fixed(self.binary, path, self.unsafe)
        try:
            if copy.read_text() == text:
                return ""
            self.rewritten += 1
            wrong = self.compared(loaded(path), loaded(copy), assumed)
            if not wrong:
                return ""
            diff = "\n".join(difflib.unified_diff(text.splitlines(), copy.read_text().splitlines(), n=0, lineterm=""))
            return "\n".join([*wrong, text[len(HEAD):], diff])
        finally:
            path.unlink()
            copy.unlink()

    def compared(self, original, changed, assumed):
        allowed = set().union(*(names for word, names in ASSUMED.items() if any(word in each for each in assumed)))
        before, after = observed(original), observed(changed)
        wrong = self.told("eager", before, after, allowed)
        if wrong or self.eager:
            return wrong
        compiler = judge.Compiler("aot_eager")
        compiled = observed(changed, compiler(changed.forward))
        costs = compiler.breaks, compiler.frames
        compiler = judge.Compiler("aot_eager")
        reference = observed(original, compiler(original.forward))
        # What Dynamo makes of the original may be wrong already; and it drops what is not used, with its exceptions.
        kept = [(a, b) for a, b, c in zip(before, compiled, reference)
                if not a.get("raises") and not judge.differences(a, c, compiled=True)]
        wrong = self.told("compiled", [a for a, _ in kept], [b for _, b in kept], allowed, compiled=True)
        # A test of shapes or dtypes in front may leave some of them to the program's own code, compiled for them.
        if costs[0] > compiler.breaks + 2 or costs[1] > compiler.frames + 4:
            wrong.append(f"{compiler.breaks} breaks and {compiler.frames} frames before, {costs[0]} and {costs[1]} after")
        return wrong

    def told(self, how, before, after, allowed, compiled=False):
        for number, (one, other) in enumerate(zip(before, after)):
            names = [name for name in judge.differences(one, other, compiled) if name not in allowed]
            if names:
                return [f"{how}, call {number}: {', '.join(names)}"] + [
                    f"  {name}: {judge.told(one, name)}\n  {' ' * len(name)}  {judge.told(other, name)}" for name in names]
        return []


def fuzz(judge_, number, first):
    """Judges that many programs, and prints those that are wrong, made small."""
    for batch in range(first, first + 100 * number):
        if judge_.judged >= number:
            return

        @seed(batch)
        @settings(max_examples=BATCH, deadline=None, database=None, suppress_health_check=list(HealthCheck),
                  phases=[Phase.generate, Phase.shrink], report_multiple_bugs=False, print_blob=False)
        @given(programs())
        def judged(text):
            judge_(text)

        try:
            judged()
        except AssertionError as error:
            judge_.wrong += 1
            print(f"--- seed {batch}\n{error}", flush=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--binary", type=pathlib.Path, required=True)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--unsafe", action="store_true", help="unsafe fixes as well")
    arguments.add_argument("--eager", action="store_true", help="compile nothing")
    arguments.add_argument("number", type=int)
    given_ = arguments.parse_args()
    torch._dynamo.config.recompile_limit = torch._dynamo.config.accumulated_recompile_limit = 1000
    torch.set_num_threads(1)
    logging.getLogger("torch").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        judge_ = Judge(given_.binary.resolve(), pathlib.Path(folder), given_.unsafe, given_.eager)
        fuzz(judge_, given_.number, given_.seed)
    print(f"{judge_.judged} programs, {judge_.rewritten} rewritten, {judge_.wrong} wrong")
    return 1 if judge_.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
