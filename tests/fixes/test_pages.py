"""The safe fixes that the pages beside this file show, on the real PyTorch, against the programs they were made from.

Every function or module that a `python fixed` block changes is called four ways - original and fixed, eager and compiled
- with inputs on both sides of its conditions, and hostile ones. All that a caller can see is the same (judge.py), both
outcomes of each of its conditions occur, through one compiled artefact, and the fixed one breaks and compiles no more
often. With --inductor under that compiler, too.
"""
import ast
import collections
import copy
import dataclasses
import functools
import importlib.util
import inspect
import itertools
import pathlib
import re
import sys
import types

import judge
import pytest
import torch

TESTS = (".requires_grad", "is_grad_enabled()", ".dtype ==", ".shape ==", ".dim()", "isinstance(", "is_floating_point()", "is_contiguous()")
# A module's name is its own in the whole process: Dynamo keeps modules by name, in those of decorators (`no_grad`) too.
SERIAL = itertools.count()
# What pages import and GraphMend cannot read.
sys.modules["helpers"] = types.ModuleType("helpers")
HOSTILE = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 3e38, 1e-45]


def pairs(page, fix="python fixed"):
    """The (program, fixed program) of a page."""
    program = None
    for info, body in re.findall(r"^```(.*?)\n(.*?)^```$", page.read_text(), re.M | re.S):
        if info == "python":
            program = body
        elif info == fix:
            yield program, body


def entries(program):
    """What is compiled, functions and modules: its name, and the text of it and of all that it mentions."""
    found = {node.name: node for node in ast.parse(program).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}

    def text(name, seen):
        names = {n.id for n in ast.walk(found[name]) if isinstance(n, ast.Name)} & found.keys() - seen
        return ast.dump(found[name]) + "".join(text(each, seen | names) for each in sorted(names))

    def is_compiled(node):
        if isinstance(node, ast.ClassDef):
            return any(isinstance(each, ast.FunctionDef) and each.name == "forward" for each in node.body)
        return any("torch.compile" in ast.unparse(each) for each in node.decorator_list)

    return {name: text(name, {name}) for name, node in found.items() if is_compiled(node)}


def every_case():
    for page in sorted(pathlib.Path(__file__).parent.glob("*.md")):
        for program, fixed in pairs(page):
            compiled = entries(fixed)
            changed = {node.name: ast.dump(node) for node in ast.parse(fixed).body if hasattr(node, "name")} | compiled
            for name, text in entries(program).items():
                if text != changed[name]:
                    yield pytest.param(program, fixed, name, id=f"{page.stem}-{name}")


CASES = list(every_case())


class Outcomes(ast.NodeTransformer):
    """Hands what every condition on a tensor turned out to be to `outcome`."""

    def visit(self, node):
        node = self.generic_visit(node)
        if isinstance(node, (ast.If, ast.IfExp)):
            line = ast.Constant(f"line {node.test.lineno}: {ast.unparse(node.test)}")
            node.test = ast.Call(ast.Name("outcome", ast.Load()), [line, node.test], [])
        return node


class Program:
    """A program as a file of its own, because Dynamo wants code that comes from a file, and one of its entries."""

    def __init__(self, text, name, folder, compiler=None, outcome=None):
        path = folder / f"program_{next(SERIAL)}.py"
        path.write_text(ast.unparse(ast.fix_missing_locations(Outcomes().visit(ast.parse(text)))) if outcome else text)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        module.outcome = outcome
        real, torch.compile = torch.compile, self.compile_with(compiler)
        try:
            spec.loader.exec_module(module)
            self.entry = getattr(module, name)
            self.is_module = isinstance(self.entry, type)
            if self.is_module:
                # Compiled by its decorator, as an object, or as a function.
                is_decorated = re.search(rf"class {name}\b(?:(?!\nclass ).)*@torch[.]compile\n", text, re.S)
                self.compile = (lambda owner: owner) if is_decorated else torch.compile if f"{name}()" in text else None
                self.forward = torch.compile(self.entry.forward)
        finally:
            torch.compile = real

    @staticmethod
    def compile_with(compiler):
        """What stands in the place of torch.compile, as a function or a decorator with options."""
        def compile_(function=None, fullgraph=False, **_):
            if function is None:
                return functools.partial(compile_, fullgraph=fullgraph)
            return compiler(function, fullgraph) if compiler else function

        return compile_

    @property
    def parameters(self):
        function = self.entry.forward if self.is_module else self.entry
        return list(inspect.signature(function).parameters.values())[int(self.is_module):]

    def __call__(self, given):
        """What is seen of the call; of a module, of two in a row."""
        if not self.is_module:
            named = [each.name for each in self.parameters if each.kind is each.KEYWORD_ONLY]
            split = len(given) - len(named)
            return [judge.watch(lambda *a: self.entry(*a[:split], **dict(zip(named, a[split:]))), given)]
        torch.manual_seed(0)
        owner = self.entry()
        again = [t.detach().clone().requires_grad_(t.requires_grad) if isinstance(t, torch.Tensor) else t for t in given]
        forward = self.compile(owner) if self.compile else functools.partial(self.forward, owner)
        return [judge.watch(forward, each, owner) for each in (given, again)]


def tensors(size=4):
    """Inputs on both sides of any threshold, of several dtypes and shapes, and with hostile elements."""
    plain = torch.tensor([0.5, -1.25, 2.0, 0.75]).repeat(size // 4)
    for scale in (1.0, -1.0, 100.0, -100.0, 0.0, -0.0, 1e-3):
        yield plain * scale
    for value in HOSTILE:
        changed = plain.clone()
        changed[1] = value
        yield changed
    yield from (plain.abs(), torch.ones(size), plain.reshape(2, -1).t(), torch.full((size,), float("inf")).half())
    yield from (plain.double(), plain.repeat(2), plain.half(), plain.bfloat16(), plain[:0], plain[0].clone(), torch.tensor([3, -1, 2]))


def value(kind, tensor, position):
    if kind == "tensor":
        return tensor.clone() if position == 0 or not tensor.dim() else tensor.roll(position, 0) - 1
    if kind == "list":
        return [tensor.clone(), tensor.roll(1, 0) - 1 if tensor.dim() else tensor - 1][: tensor.numel()]
    if kind == "mask":
        return (tensor.roll(1, 0) if tensor.dim() else tensor) > 0
    return {"int": 2, "float": 0.75, "bool": True}.get(kind, kind)


def kinds(program):
    """How large the tensors are, and what to pass for each parameter, by its name and annotation; for those without one,
    the first of what it may be that works."""
    choices = []
    for each in program.parameters:
        annotation = str(each.annotation) if each.annotation is not each.empty else ""
        known = next((k for k in ("Tensor", "bool", "int", "float", "list") if k in annotation), "").lower()
        named = next((k for n, k in (("mask", "mask"), ("flag", "bool")) if n in each.name), known)
        choices.append([named] if named else ["tensor", "int", "mask", None])
    for size, *chosen in itertools.product((4, 8), *choices):
        few = itertools.islice(tensors(size), 4)
        if any("raises" not in program([value(k, t, i) for i, k in enumerate(chosen)])[0] for t in few):
            return size, chosen
    pytest.skip("whatever it is called with, it raises an error")


def inputs(size, chosen, compiled=False):
    """Lists of arguments. Of those for compiled code, few have a shape or dtype of their own, as each is compiled for."""
    for tensor, grad in itertools.product(list(tensors(size))[: 20 if compiled else None], (False, True)):
        if not grad or (tensor.dtype == torch.float32 and tensor.dim() == 1 if compiled else tensor.is_floating_point()):
            given = [value(kind, tensor, position) for position, kind in enumerate(chosen)]
            yield [each.requires_grad_(grad) if isinstance(each, torch.Tensor) and each.is_floating_point() else each for each in given]


def observed(program, chosen, compiled=False):
    return [seen for given in inputs(*chosen, compiled) for seen in program(given)]


def compare(how, chosen, before, after, compiled=False):
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        for name in judge.differences(one, other, compiled):
            pytest.fail(f"{how}, call {number} of {chosen}: {name}\n  before {judge.told(one, name)}\n  after  {judge.told(other, name)}")


@pytest.mark.parametrize("program, fixed, name", CASES)
def test_a_fix_changes_nothing_but_the_breaks(program, fixed, name, tmp_path, request):
    torch._dynamo.config.recompile_limit = torch._dynamo.config.accumulated_recompile_limit = 1000
    torch.set_num_threads(1)
    outcomes, of_tensors = {}, set()
    original = Program(program, name, tmp_path)
    chosen = kinds(original)

    def outcome(line, held):
        if isinstance(held, torch.Tensor) or ".item()" in line:
            of_tensors.add(line)
        outcomes.setdefault(line, set()).add(bool(held))
        return held

    observed(Program(program, name, tmp_path, outcome=outcome), chosen, compiled=True)
    assert all(len(outcomes[line]) == 2 for line in of_tensors), f"{chosen}: only one outcome: {outcomes}"
    compare("eager", chosen, observed(original, chosen), observed(Program(fixed, name, tmp_path), chosen))
    before = observed(original, chosen, compiled=True)
    for backend in ["aot_eager", *(["inductor"] if request.config.getoption("--inductor") else [])]:
        compiler = judge.Compiler("eager" if backend == "aot_eager" else backend)
        reference = observed(Program(program, name, tmp_path, compiler), chosen, compiled=True)
        breaks, frames = compiler.breaks, compiler.frames
        # Of what a function around the graph of a module calls, those count that Dynamo looks at and leaves alone.
        is_looked_into = "compiler.disable(recursive=False)" in fixed
        # Once in many runs, PyTorch compiled everything twice; what a fix does, it does each time.
        for _ in range(2):
            compiler = judge.Compiler(backend)
            after = observed(Program(fixed, name, tmp_path, compiler), chosen, compiled=True)
            if compiler.frames <= frames or is_looked_into:
                break
        # What the compiler makes of the original may be something else already; and it drops what is not used, with its
        # exceptions.
        kept = [(a, b) for a, b, c in zip(before, after, reference)
                if not a.get("raises") and not judge.differences(a, c, compiled=True)]
        compare(backend, chosen, *zip(*kept), compiled=True)
        # Behind a test stands the program's own code, for inputs that fail it: perhaps for all of these.
        is_tested = any(word in fixed for word in TESTS)
        assert compiler.breaks < breaks or (is_tested and compiler.breaks == breaks), f"{breaks} breaks before, {compiler.breaks} after"
        assert compiler.frames <= frames or is_looked_into, f"{frames} frames compiled before, {compiler.frames} after:\n{compiler.reasons}"


@pytest.mark.parametrize("program, fixed, name", [each for each in CASES if each.id.startswith("number_operands")])
def test_a_number_that_changes_is_the_new_one(program, fixed, name, tmp_path):
    """Under inductor with its caches: PyTorch #194976."""
    torch._dynamo.reset()
    entry = Program(fixed, name, tmp_path).entry
    compiled = entry if isinstance(entry, type) else torch.compile(entry)
    x = torch.linspace(-1.0, 2.0, 8)
    for number in (0.1, 0.2, 0.3, 0.4, 0.5):
        if isinstance(entry, type):
            owner = entry(number)
            assert torch.equal(torch.compile(owner)(x), owner(x)), number
        else:
            torch.testing.assert_close(compiled(x, number), entry(x, number), rtol=0, atol=0, msg=str(number))


SPLIT = [each for each in CASES if each.id.startswith("shell")]


def unfitting(program):
    """Lists of arguments that operations are likely not to fit: of other shapes and dtypes, alone and one beside the other."""
    plain = torch.tensor([0.5, -1.25, 2.0, 0.75])
    odd = [plain, plain.abs() * 100, plain[:3], plain.reshape(2, 2), plain[0], plain.long(), torch.ones(2, 2, 2)]
    numbers = {"int": 2, "float": 0.75, "bool": True}
    kinds = [numbers.get(getattr(each.annotation, "__name__", str(each.annotation))) for each in program.parameters]
    for chosen in itertools.product(odd, repeat=kinds.count(None)):
        tensors_ = iter(chosen)
        yield [next(tensors_).clone() if each is None else each for each in kinds]


@pytest.mark.parametrize("program, fixed, name", SPLIT)
def test_what_fails_has_acted_before(program, fixed, name, tmp_path, request):
    torch._dynamo.config.recompile_limit = torch._dynamo.config.accumulated_recompile_limit = 1000
    original = Program(program, name, tmp_path)
    calls = [(given, original(given)) for given in unfitting(original)]
    failing = [(given, seen) for given, seen in calls if any("raises" in each for each in seen)]
    if not failing:
        pytest.skip("nothing fails")
    for backend in [None, "aot_eager", *(["inductor"] if request.config.getoption("--inductor") else [])]:
        after = Program(fixed, name, tmp_path, backend and judge.Compiler(backend))
        for given, seen in failing:
            for one, other in zip(seen, after(given), strict=True):
                # Of the original it would be Dynamo's exception as well; inductor lets some things pass, or warns of them.
                is_of_dynamo = other.get("exception", "")[:1] == ("TorchRuntimeError",)
                if backend == "inductor" and "raises" not in other:
                    continue
                ignored = [*["exception"] * is_of_dynamo, *["warnings"] * (backend == "inductor")]
                different = set(judge.differences(one, other)).difference(ignored)
                assert not different, f"{given}: {[(each, judge.told(one, each), judge.told(other, each)) for each in different]}"


@pytest.mark.parametrize("name", ["Encoder", "Stochastic"])
def test_without_chance_nothing_breaks(name, tmp_path):
    page = pathlib.Path(__file__).parent / "chance.md"
    texts = [text.replace("rate: float = 0.5", "rate: float = 0.0") for text in next(pairs(page, "python unsafe-fixed"))]
    seen, breaks = [], []
    for text in texts:
        compiler = judge.Compiler("aot_eager")
        seen.append(Program(text, name, tmp_path, compiler)([torch.ones(2, 4)]))
        breaks.append(compiler.breaks)
    for call in itertools.chain(*seen):
        del call["random"]  # the draws are not needed any more
    compare("compiled", name, *seen, compiled=True)
    assert breaks[0] > breaks[1] == 0


def pair_of(page, info, name):
    """The program of the page that defines the name, and the fixed one."""
    return next(texts for texts in pairs(pathlib.Path(__file__).parent / page, info) if re.search(rf"^(def|class) {name}\b", texts[0], re.M))


ONES = torch.ones(2, 4)
ROWS = torch.arange(1.0, 10.0).reshape(3, 3) / 7
SQUARE = torch.arange(16.0).reshape(4, 4)
UNDER_CONDITIONS = [
    ("cond.md", "python suggested", "Gate", [[ONES], [-ONES], [ONES * 0]]),
    ("cond.md", "python suggested", "Half", [[ONES], [-ONES], [ONES * 0]]),
    *(("while_loop.md", "python suggested", name, [[ONES], [-ONES], [ONES * 0], [ONES * 9]]) for name in ("Halved", "Layer", "Counted")),
    ("counts.md", "python suggested", "load", [[torch.tensor([3, 0, 3]), ONES], [torch.tensor([], dtype=torch.int32), ONES]]),
    ("counts.md", "python suggested", "as_method", [[torch.tensor([[3, 0], [7, 3]])]]),
    *(("forms.md", f"python {form}-fixed", name, calls) for form in ("plain", "gated") for name, calls in (
        ("scaled", [[ONES, ONES * 2], [-ONES, ONES * 2], [ONES, 0.5], [-ONES, 0.5]]),
        ("centered", [[ONES], [torch.arange(4.0)]]),
        ("written", [[ONES, ONES * 2], [-ONES, ONES * 2]]),
        ("hits", [[ONES, ONES], [ONES, -ONES], [-ONES, ONES]]),
        ("cleared", [[ONES, ONES > 0], [ONES, ONES < 0]]),
        ("stepped", [[ONES, 3], [ONES, -2]]),
        ("limited", [[ONES, ONES > 0], [ONES, ONES < 0]]))),
    *(("selected_numbers.md", "python plain-fixed", name, calls) for name, calls in (
        ("weighted", [[ONES, ONES * 2], [ONES, ONES * 9]]),
        ("of_a_range", [[ONES], [-ONES], [ONES * 200]]),
        ("ratio_or_one", [[ONES, ONES * 2], [ONES * 0, ONES]]))),
    *(("unpacked.md", "python plain-fixed", name, [[ONES * ONES.cumsum(1), ONES], [-ONES.cumsum(1), -ONES], [ONES, ONES * 0], [ONES.cumsum(1) * float("nan"), ONES]])
      for name in ("both", "itself", "within_the_arm", "without_the_rest", "Largest")),
    *(("rows_by_number.md", "python plain-fixed", name, calls) for name, calls in (
        ("picked", [[ONES * ONES.cumsum(1), torch.tensor(1)], [ONES * ONES.cumsum(1), torch.tensor([-1])]]),
        ("written", [[ONES * ONES.cumsum(1), torch.tensor(1)], [ONES, torch.tensor([[-1]])]]),
        ("filled", [[ONES, torch.tensor([0.5, 0.25])], [ONES.double(), torch.tensor([0.5, 0.25])]]))),
    *(("masked_rows.md", "python plain-fixed", name, calls) for name, calls in (
        ("prototypes", [[SQUARE, torch.tensor([0, 2, 0, 1])], [SQUARE, torch.tensor([0, 0, 0, 0])], [torch.stack([SQUARE, -SQUARE]), torch.ones(2, 4)]]),
        ("centers", [[SQUARE, torch.tensor([0, 2, 0, 1])], [SQUARE, torch.tensor([2, 2, 9, 9])]]),
        ("largest_element", [[SQUARE], [-ONES], [SQUARE - 8]]),
        ("pooled", [[torch.stack([SQUARE, -SQUARE]), torch.eye(4)[:2] > 0], [torch.stack([SQUARE, -SQUARE]), torch.ones(2, 4) > 0]]),
        ("any_of_them", [[SQUARE, torch.tensor([1.0, -1.0, 2.0, 0.0])], [SQUARE * float("nan"), torch.ones(4)], [SQUARE, -torch.ones(4)]]))),
    ("branch_reads.md", "python plain-fixed", "within", [[ONES, 0.5, 2.0, 1.0], [-ONES, 0.5, 2.0, 1.0], [ONES * 0, 1.5, 2.0, 1.0]]),
    *(("accumulators.md", "python plain-fixed", name, calls) for name, calls in (
        ("mean_of_valid", [[SQUARE, SQUARE], [SQUARE, torch.eye(4)[:, :1].expand(4, 4)]]),
        ("since_the_last", [[torch.tensor([1.0, -1.0, -2.0, 3.0])], [torch.ones(4)], [-torch.ones(4)]]))),
    *(("canonical.md", "python plain-fixed", name, calls) for name, calls in (
        ("else_raises", [[ONES, ONES / 2], [-ONES, ONES]]),
        ("then_raises", [[ONES, ONES / 2], [-ONES, ONES]]),
        ("two_names", [[ONES, ONES * 2], [-ONES, ONES * 2]]),
        ("smallest_from_infinity", [[ONES, [ONES, -ONES, ONES * 2]], [ONES, [ONES * float("nan"), ONES]]]),
        ("at_most_three", [[ONES * 3], [ONES * 99], [ONES / 2], [ONES * float("nan")]]),
        ("until_break", [[SQUARE / 9, torch.eye(4)], [SQUARE, torch.eye(4)], [SQUARE / 99, torch.eye(4)]]),
        ("numbered", [[ONES], [ONES * 9]]),
        ("in_finally", [[ONES, []], [-ONES, []]]),
        ("first_or_last", [[ONES, [ONES, ONES * 2, ONES * 4, ONES]], [ONES, [ONES, ONES * 2, ONES * 0, ONES * 0]]]),
        ("not_yet", [[ONES, ONES * 2, False], [ONES * 4, ONES * 2, False], [ONES, None, False], [ONES, ONES * 2, True]]),
        ("terms_of_a_loss", [[ONES, ONES * 9], [ONES * 9, ONES / 9]]),
        ("with_del", [[ONES], [-ONES]]),
        ("Chosen", [[ONES * 9], [-ONES]]),
        ("Ring", [[torch.ones(3)], [-torch.ones(3)]]),
        ("rows_of_a_mask", [[SQUARE, SQUARE + 1, torch.tensor([1, 5, 2, 9])], [SQUARE, SQUARE + 1, torch.tensor([1, 1, 2, 0])]]),
        ("rows_at_once", [[torch.arange(4.0), torch.tensor([True, False, True, True])], [torch.arange(4.0), torch.zeros(4, dtype=torch.bool)]]),
        ("named_rows", [[torch.arange(4.0), torch.tensor([True, False, True, True])], [torch.arange(4.0), torch.zeros(4, dtype=torch.bool)]]))),
    *(("sunk_operation.md", "python plain-fixed", name, [[SQUARE, *more], [-SQUARE, *more]]) for name, more in (
        ("activated", []), ("picked", [SQUARE / 2]))),
    *(("conditions.md", "python plain-fixed", name, calls) for name, calls in (
        ("none_is_negative", [[ONES, [ONES, ONES * 2]]]),
        ("one_is_large", [[ONES, [ONES, ONES * 2]], [ONES, [ONES / 2]]]),
        ("one_is_not_finite", [[ONES, {"a": ONES, "b": ONES * float("nan")}], [ONES, {"a": ONES}]]),
        ("has_no_number", [[ONES], [ONES * float("nan")]]))),
    *(("divisors.md", "python plain-fixed", name, [[SQUARE, torch.ones(4, 4)], [SQUARE, torch.zeros(4, 4)], [SQUARE, torch.eye(4)]])
      for name in ("no_weight_at_all", "nothing_masked", "in_an_arm")),
    *(("canonical.md", "python plain-fixed", name, [[ONES], [ONES * 9], [-ONES], [ONES / 64]]) for name in ("in_place", "ends_by_return", "ends_by_a_read")),
    *(("canonical.md", "python plain-fixed", name, [[ONES, ONES], [ONES / 9, ONES], [-ONES, ONES * float("nan")]]) for name in ("clipped", "clipped_by_name", "keeps_its_dtype")),
    *(("stops.md", "python plain-fixed", name, [[ONES], [ONES * 9], [ONES * 0]]) for name in ("converged", "asked_later", "first_below", "assigns_the_same_again")),
    *(("stops.md", "python plain-fixed", name, [[ONES, ONES], [ONES * 9, -ONES], [ONES * 0, ONES / 9]]) for name in ("takes_apart", "swaps", "swaps_at_the_end", "takes_apart_at_the_end")),
    *(("stops.md", "python plain-fixed", name, [[SQUARE], [SQUARE / 64], [-SQUARE]]) for name in ("writes_a_column", "writes_behind_the_end")),
    ("stops.md", "python plain-fixed", "of_a_tensor_that_others_see", [[SQUARE, torch.zeros(4, 5)], [-SQUARE, torch.ones(4, 5)]]),
    ("running_averages.md", "python plain-fixed", "Average", [[ONES], [-ONES], [ONES * float("nan")]]),
    ("running_averages.md", "python plain-fixed", "Constants", [[ONES, torch.eye(3)], [-ONES, torch.diag(torch.tensor([1.0, 1.0, -1.0]))], [ONES * 0.25, torch.eye(3)]]),
    ("handed_on.md", "python plain-fixed", "at_least_one", [[[ONES > 0, ONES > 2], ONES], [[ONES > 2], ONES], [[], ONES]]),
    *(("layers_again.md", "python plain-fixed", name, [[ONES], [ONES * 9], [-ONES], [ONES / 9]]) for name in ("Refines", "Keyframes")),
    *(("settings.md", "python plain-fixed", name, calls) for name, calls in (
        ("clipped", [[ONES * k, ONES, types.SimpleNamespace(target=1.5, clip=0.25)] for k in (1, 2)]),
        ("mirrored", [[torch.eye(3)], [torch.arange(9.0).reshape(3, 3)], [torch.ones(2, 3)]]))),
    *(("spelled_out.md", "python plain-fixed", name, calls) for name, calls in (
        ("gates", [[[ONES, -ONES]], [[-ONES]]]),
        ("capped", [[{"a": ONES * 3, "b": -ONES}]]),
        ("squashed", [[ONES * 3, -ONES], [ONES / 4, ONES]]),
        ("nested", [[[[ONES, -ONES], [ONES]]]]))),
    *(("flags.md", "python plain-fixed", name, calls) for name, calls in (
        *((name, [[[ONES, ONES * 3], ONES], [[ONES, ONES / 2], ONES], [[ONES * 4], -ONES]]) for name in ("merged", "cleared")),
        ("joined", [[[ONES, ONES * 3], ONES], [[-ONES, ONES / 2], ONES]]),
        ("asked_twice", [[ONES], [-ONES], [ONES * 9]]),
        ("agree", [[ONES, ONES], [-ONES, ONES], [-ONES, -ONES], [ONES, -ONES]]),
        ("alike", [[ONES], [-ONES], [ONES * 3]]),
        *((name, [[torch.tensor([0.0, 1.0])], [ONES * 2], [torch.tensor([0, 3])]]) for name in ("padded", "unpadded")),
        ("walrus", [[ONES], [torch.tensor([-9.0, 9.0])], [-ONES]]))),
    *(("written_arms.md", "python plain-fixed", name, calls) for name, calls in (
        ("to_made", [[torch.ones(4, 3), ONES], [torch.ones(4, 3), -ONES]]),
        ("behind_continue", [[torch.ones(2, 3)], [-torch.ones(2, 3)], [torch.tensor([[1.0, -1.0, 1.0]])]]),
        ("step", [[torch.ones(3), torch.ones(3)], [torch.ones(3), torch.tensor([1.0, float("inf"), 0.0])]]),
        ("updated", [[torch.ones(3), torch.ones(3)], [torch.ones(3), torch.tensor([1.0, float("nan"), 0.0])]]),
        ("annotated", [[ONES, ONES], [-ONES * 4, ONES]]))),
    *(("sunk_operation.md", "python plain-fixed", name, calls) for name, calls in (
        *((name, [[ONES, ONES], [ONES / 99, ONES], [ONES.half(), ONES.half()], [ONES.double(), ONES.double()]]) for name in ("damped", "assigned")),
        *((name, [[ONES * 3], [ONES / 99], [-ONES], [ONES.bfloat16() * 3], [-ONES.half()]]) for name in ("kept", "inline", "shifted")))),
    ("called_arms.md", "python plain-fixed", "loss_of_visible", [[ONES, ONES * 2, ONES > 0], [ONES, ONES * 2, ONES < 0]]),
    *(("truth_value.md", "python plain-fixed", name, calls) for name, calls in (
        ("Experts", [[ROWS], [ROWS], [ROWS]]),
        ("skipped", [[ONES * 9, ONES], [ONES * 9, ONES * 8], [ONES, ONES]]),
        ("penalised", [[torch.eye(2) * 0.1], [torch.eye(2)]]),
        ("padded", [[torch.zeros(3, 2)], [torch.eye(2)]]))),
    *(("equal_calls.md", "python plain-fixed", name, calls) for name, calls in (
        ("Hourglass", [[SQUARE]]), ("Cached", [[ONES]]), ("Memory", [[ONES], [ONES * 2]]), ("snapshot", [[ONES]]),
        ("stops", [[torch.tensor([0, 1, 2, 3])]]), ("bins", [[torch.tensor([-1.0, 0.0, 0.25, 0.5, 1.0, 2.0])]]))),
    *(("writes.md", "python plain-fixed", name, [[torch.arange(4.0) / 2], [torch.ones(4)], [-torch.ones(4)]]) for name in ("active", "counted")),
    ("writes.md", "python plain-fixed", "wrong_if_none", [[torch.arange(4.0), torch.ones(4)], [-torch.ones(4), torch.ones(4)]]),
    *(("tensor_loop.md", "python plain-fixed", name, calls) for name, calls in (
        ("masks", [[ONES, torch.tensor([2, 0])], [ONES, torch.tensor([4, 9])]]),
        ("pairs", [[torch.arange(4.0), torch.tensor([[0, 1], [3, 2]])], [torch.ones(4), torch.tensor([[-1, 0]])]]),
        ("started_elsewhere", [[SQUARE, torch.tensor([1, 3])], [SQUARE, torch.tensor([0])]]),
        ("rows", [[SQUARE, torch.tensor([1, 3])], [SQUARE, torch.tensor([-1, 0, 0, 2, 1])]]))),
    *(("output_size.md", "python plain-fixed", name, calls) for name, calls in (
        ("filled", [[ONES, 2], [SQUARE, 3]]),
        ("asserted", [[ONES, torch.tensor([1, 2]), 3], [SQUARE, torch.tensor([0, 4]), 4]]),
        ("checked", [[ONES, torch.tensor([1, 2]), torch.ones(3, 4)], [SQUARE, torch.tensor([0, 2]), torch.ones(2, 4)]]),
        ("filled_before", [[ONES], [torch.arange(6.0).reshape(2, 3)]]))),
    *(("row_index.md", "python plain-fixed", name, [[SQUARE / 4], [-SQUARE]]) for name in ("Model", "nearest", "after", "written")),
    *(("kept_checks.md", "python plain-fixed", name, calls) for name, calls in (
        ("some_valid", [[ONES, ONES > 0], [ONES, torch.tensor([True, False])]]),
        ("asserted", [[torch.tensor([1, 2, 1]), ONES, 1], [torch.tensor([1, 2, 2]), ONES, 2]]),
        ("between", [[ONES, torch.tensor([1, 2])], [ONES, torch.tensor([0, 8])]]),
        ("Counted", [[ONES, ONES[:, :2] > 0], [ONES, ONES < 0]]))),
    *(("shadow_number.md", "python plain-fixed", name, calls) for name, calls in (
        ("Sampler", [[ONES], [ONES, 2], [-ONES, 5]]),
        ("counted", [[ONES, 3], [ONES, 0]]),
        ("warm", [[ONES], [-ONES]]),
        ("read_twice", [[ONES, 0.25], [ONES, 0.75]]),
        ("left_out", [[ONES, 2], [ONES, 0]]))),
    *(("hoist_class.md", "python plain-fixed", name, [[ONES, ONES * 3], [-ONES, ONES]]) for name in ("processed",)),
    *(("hoist_class.md", "python plain-fixed", name, [[ONES], [-ONES]]) for name in ("Head", "pairs", "derived", "on_one_line")),
    *(("windows.md", "python plain-fixed", name, calls) for name, calls in (
        ("Queue", [[ONES], [ONES * 2], [ONES * 3], [ONES * 4], [ONES * 5]]),
        ("windows", [[SQUARE, torch.tensor(2)], [SQUARE, torch.tensor([1])], [SQUARE, torch.tensor(1.5), 3]]),
        ("added", [[SQUARE, torch.tensor(2)], [SQUARE, torch.tensor([0])], [SQUARE, torch.tensor(1)]]),
        ("Schedule", [[ONES, torch.tensor(2)], [ONES, torch.tensor(0)]]),
        ("crop", [[SQUARE, torch.tensor(2)], [SQUARE, torch.tensor([0])]]),
        ("filled", [[ONES, torch.tensor([2, 0])], [ONES, torch.tensor([9, 4])], [ONES, torch.tensor([0.5, 1.5])]]),
        ("cleared", [[ONES, torch.tensor(2)], [ONES, torch.tensor([0])], [ONES, torch.tensor(7)]]))),
    *(("python_numbers.md", "python plain-fixed", name, calls) for name, calls in (
        ("masked_mae", [[ONES, ONES * 2], [ONES, ONES, 1.0], [ONES, ONES * float("nan")]]),
        ("flattened", [[ONES[None]], [ONES[:, :, None]]]),
        ("as_an_argument", [[ONES[None]]]),
        ("sampled", [[ONES.repeat(1, 5)], [ONES, 2]]),
        ("a_truth_counted", [[ONES], [ONES, 1.0]]),
        ("halved", [[ONES.repeat(1, 5)], [ONES.repeat(1, 2)]]))),
    *(("fits.md", "python plain-fixed", name, calls) for name, calls in (
        ("expanded", [[ONES, torch.tensor([2, 0])], [ONES, torch.tensor([1, 0])]]),
        ("of_a_structure", [[ONES, torch.tensor([2, 0])], [ONES, torch.tensor([1, 0])]]),
        ("by_a_number", [[ONES * ONES.cumsum(1), torch.tensor(2), 2], [ONES * ONES.cumsum(1), torch.tensor(0), 2]]),
        ("of_new_ones", [[ONES, torch.tensor(2)], [-ONES, torch.tensor(0)], [ONES, torch.tensor(0)]]),
        ("identity_where_bad", [[ONES], [ONES * torch.tensor([[1.0], [4.0]])], [ONES * 4], [ONES * float("nan")]]),
        ("Best", [[ONES], [-ONES], [ONES * 0]]),
        ("in_each_arm", [[ONES * ONES.cumsum(1)], [-ONES]]),
        ("in_three_arms", [[ONES * ONES.cumsum(1)], [-ONES.cumsum(1)], [ONES * 0.1]]),
        ("beside_a_name", [[ONES], [-ONES]]),
        ("hashed", [[torch.arange(4), 3], [torch.arange(4), 9], [torch.arange(4), 2]]),
        ("scaled", [[ONES * 2, 0.5, 2.0], [ONES * 2, 2.0, 0.5], [ONES, 0.5, 2.0]]),
        ("to_a_power", [[ONES * 2, 0.5], [ONES * 2, -1.0], [-ONES, 0.5]]),
        ("leaky", [[ONES * 2, 0.5], [-ONES, 0.5]]))),
    ("row_index.md", "python plain-fixed", "read_in_place", [[ONES, torch.arange(4.0), torch.tensor(at)] for at in (0, 3, -1)]),
    ("first_places.md", "python plain-fixed", "Sampler", [[ONES, torch.tensor(9.0)], [ONES, torch.tensor(5.0)], [ONES, torch.tensor(1.0)]]),
    ("first_places.md", "python plain-fixed", "in_one_line", [[ONES, torch.tensor(ids), torch.arange(4.0)] for ids in ([3, 0, 3, 1], [0, 1, 3, 3])]),
    ("first_places.md", "python plain-fixed", "of_rows", [[ONES, torch.tensor([0, 3, 3, 1]), torch.arange(4.0)]]),
    ("first_places.md", "python plain-fixed", "by_an_index", [[ONES, torch.tensor(ids), torch.arange(4.0)] for ids in ([0, 1, 2, 0], [0, 0, 0, 7], [0.0, 0.25, 3.0, 0.5])]),
    ("buffers.md", "python plain-fixed", "Scaler", [[ONES], [ONES * float("inf")], [ONES * float("nan")]]),
    ("buffers.md", "python plain-fixed", "Positions", [[torch.tensor([top])] for top in (3, 7, 8, 20)]),
    ("buffers.md", "python plain-fixed", "ReadsWhatItWrote", [[ONES], [ONES * 2]]),
    ("borders.md", "python plain-fixed", "Compressed", [[ROWS], [ROWS * 3], [ROWS * 0]]),
    ("borders.md", "python plain-fixed", "angle", [[ROWS, ROWS], [ROWS[0] / 9, ROWS[0]], [ROWS[0], -ROWS[0]]]),
    ("borders.md", "python plain-fixed", "logarithm", [[ROWS], [ROWS * 0]]),
    *(("tables.md", "python plain-fixed", name, [[ROWS], [-ROWS], [ROWS.flip(1)]]) for name in ("Scheduled", "rated", "stepped", "rolled")),
    *(("distributed.md", "python plain-fixed", name, calls) for name, calls in (
        ("DataInit", [[ROWS], [ROWS * 2 - 1]]),
        ("Scaler", [[ROWS < 0], [ROWS < 0], [ROWS < 0], [ROWS > 0], [ROWS < 0]]),
        ("Target", [[ROWS], [-ROWS], [ROWS * 2]]),
        ("Capped", [[ROWS], [-ROWS]]),
        ("Projected", [[ROWS], [-ROWS]]),
        ("AskedFirst", [[ROWS], [-ROWS]]),
        ("Codebook", [[ROWS], [-ROWS]]),
        ("clipped", [[[ROWS.clone(), ROWS * 2], 0.5], [[ROWS.clone(), ROWS * 2], 99.0]]),
    )),
    *(("left_early.md", "python plain-fixed", name, calls) for name, calls in (
        ("MoreThanTheBlock", [[ONES * 2], [ONES / 2]]),
        ("Statistics", [[ONES], [ONES * 2], [-ONES]]),
        ("Clipped", [[ONES], [ONES * 2], [ONES * 2]]),
        ("Stack", [[ONES], [ONES * float("inf")]]),
        ("early", [[ONES], [ONES * 0], [ONES * 9]]),
        ("flagged", [[ONES], [ONES * 0], [ONES * 9]]),
        ("set_again", [[ONES], [ONES * 0], [-ONES]]),
        ("handed_over", [[ONES], [-ONES]]),
        ("patched", [[ONES, ONES * 0, ONES > 0], [ONES, ONES * 0, ONES < 0]]),
        ("padded", [[ONES], [ONES, ONES], [ONES, ONES * 0]]),
        ("hidden", [[ONES, ONES > 0], [ONES, ONES < 0]]),
        ("hidden_columns", [[ONES, torch.tensor([True, False])], [ONES, torch.tensor([False, False])]]),
        ("penalties", [[ONES, ONES], [ONES, ONES * 2]]),
    )),
]


COMPUTED = [
    *(("selected_numbers", name) for name in ("gain_or_one", "gain_in_an_arm", "gain_behind", "hit_share", "within_bounds", "within_its_own")),
    *(("number_arithmetic", name) for name in (
        "clamped_both_ways", "negated", "gain", "limited_from_the_other_side", "limited_by_zero", "one_of_two", "factor_of_a_helper",
        "limited_by_a_helper", "decayed_by_a_count", "root_in_place")),
]


@pytest.mark.parametrize("page, name", COMPUTED)
def test_what_is_computed_of_a_number_is_as_it_was(page, name, tmp_path):
    texts = pair_of(page + ".md", "python plain-fixed", name)
    is_assumed = name == "limited_from_the_other_side"  # it is no NaN
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((texts[0], None), (texts[1], None), (texts[1], compiler))]
    for x in (torch.tensor([0.5, -1.25, 2.0, 0.75]), torch.zeros(4), -torch.ones(4), torch.tensor([float("nan"), 1.0]),
              torch.tensor([float("inf"), 1.0]), torch.tensor([1.5, -0.5]).half(), torch.tensor([0.5, 3.0]).double()):
        if is_assumed and x.isnan().any():
            continue
        seen, gradients = [], []
        for each in programs:
            given = x.clone().requires_grad_()
            returned = leaves([each.entry(given, *([x > 0] if len(each.parameters) > 1 else []))])
            seen.append([torch.as_tensor(leaf, dtype=torch.float64) for leaf in returned if not isinstance(leaf, str)])
            wanted = [leaf.sum() for leaf in returned if isinstance(leaf, torch.Tensor) and leaf.requires_grad]
            gradients.append(torch.autograd.grad(sum(wanted), given)[0] if wanted else None)
        for other, gradient in zip(seen[1:], gradients[1:]):
            torch.testing.assert_close(other, seen[0], rtol=1e-3, atol=1e-6, equal_nan=True)
            assert (gradient is None) == (gradients[0] is None)
            if gradient is not None:
                torch.testing.assert_close(gradient, gradients[0], rtol=1e-3, atol=1e-6, equal_nan=True)
    assert compiler.breaks == 0


@pytest.mark.parametrize("name", ["Cutoff", "OfADtype"])
def test_a_check_in_the_graph_says_what_it_said(name, tmp_path):
    texts = pair_of("check_texts.md", "python unsafe-fixed", name)
    compiler = judge.Compiler("aot_eager")
    before, after = Program(texts[0], name, tmp_path).entry(), torch.compile(Program(texts[1], name, tmp_path).entry(), backend="aot_eager")
    for x in (ONES, ONES[:1], ONES.double()):
        assert torch.equal(before(x), after(x))
        with pytest.raises((ValueError, AssertionError)) as said, torch.no_grad():
            before(x * 99)
        with pytest.raises(RuntimeError, match=re.escape(str(said.value))):
            after(x * 99)
    assert compiler.breaks == 0


LINE = torch.tensor([0.5, -1.25, 2.0])


@pytest.mark.parametrize("name, passing, failing, known", [
    ("Lengths", [LINE, LINE.abs()], [LINE, LINE], [LINE, LINE[:0]]),
    ("Three", [LINE, LINE.abs()], [LINE, LINE * 9], [LINE.view(1, 1, 3), LINE.abs()]),
    ("Matrix", [LINE], [LINE * 9], [LINE.view(1, 3)]),
    ("Silent", [LINE], [LINE * -9], [LINE.view(1, 3)]),
    ("Some", [LINE], [LINE * 9], [LINE.view(1, 1, 3)]),
])
def test_a_check_fails_for_what_python_knows_as_well(name, passing, failing, known, tmp_path):
    texts = pair_of("graph_assert.md", "python plain-fixed", name)
    before, eager = (Program(text, name, tmp_path).entry() for text in texts)
    after = torch.compile(Program(texts[1], name, tmp_path).entry(), backend="aot_eager", fullgraph=True)
    for each in (eager, after):
        assert torch.equal(before(*passing), each(*passing))
    for inputs in (failing, known):
        for each in (before, eager, after):
            with pytest.raises((ValueError, AssertionError, RuntimeError)):
                each(*inputs)


@pytest.mark.parametrize("name", ["on_mac", "threads", "compiler", "parallel", "hidden"])
def test_what_is_asked_of_the_machine_is_what_it_was(name, tmp_path):
    texts = pair_of("hoist.md", "python plain-fixed", name)
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((texts[0], None), (texts[1], None), (texts[1], compiler))]
    before, eager, after = (each.entry(ONES) for each in programs)
    assert torch.equal(before, eager) and torch.equal(before, after)
    assert compiler.breaks == 0


WIDE = torch.arange(8.0, dtype=torch.float64).reshape(2, 4)


@pytest.mark.parametrize("name, calls", [
    ("scaled", [[ONES, WIDE], [ONES, ONES[:1]], [ONES, 1e9], [ONES.long(), 0.5], [ONES, True]]),
    ("cleared", [[ONES, WIDE], [ONES, ONES[0] > 0], [ONES[0, 0], ONES[0, 0] > 0]]),
    ("stepped", [[ONES, 0.1], [ONES, True], [ONES, torch.tensor(2)]]),
])
def test_gated_code_leaves_eager_as_it_is(name, calls, tmp_path):
    texts = pair_of("forms.md", "python gated-fixed", name)
    assert "is_compiling()" in texts[1]
    for inputs in calls:
        compare("eager", name, *(Program(text, name, tmp_path)(inputs) for text in texts))


@pytest.mark.parametrize("page, info, name, calls", UNDER_CONDITIONS, ids=lambda each: each if isinstance(each, str) else "")
def test_where_its_conditions_hold_a_fix_changes_nothing_but_the_breaks(page, info, name, calls, tmp_path):
    texts = pair_of(page, info, name)
    for inputs in calls:
        before = Program(texts[0], name, tmp_path)(copy.deepcopy(inputs))
        compare("eager", name, before, Program(texts[1], name, tmp_path)(copy.deepcopy(inputs)))
        compiler = judge.Compiler("aot_eager")
        compare("compiled", name, before, Program(texts[1], name, tmp_path, compiler)(copy.deepcopy(inputs)), compiled=True)
        assert compiler.breaks == 0


def leaves(seen):
    """The numbers, tensors and the rest of what a call has left, in order."""
    if dataclasses.is_dataclass(seen):
        seen = vars(seen)
    if isinstance(seen, dict):
        return [leaf for key in seen for leaf in (key, *leaves(seen[key]))]
    return [leaf for each in seen for leaf in leaves(each)] if isinstance(seen, (list, tuple, collections.deque)) else [seen]


def left_by(program, given):
    """What a call returns, and leaves in its arguments and in the object."""
    owner = program.entry() if program.is_module else None
    returned = (program.compile(owner) if program.compile else owner)(*given) if owner is not None else program.entry(*given)
    return leaves([returned, [each for each in given if isinstance(each, (dict, list))], [getattr(owner, name, None) for name in ("last", "recent")]])


def changed(page, info):
    """What fixes of the page that assume something have changed; one_graph.md is about what is only compiled otherwise."""
    return [(program, fixed, name) for program, fixed in pairs(pathlib.Path(__file__).parent / page, info)
            for name, text in entries(program).items() if text != entries(fixed.replace("@torch.compile(fullgraph=True)", "@torch.compile"))[name]]


HANDED_ON = [each for page, info, names in (
    ("handed_on.md", "python unsafe-fixed", None),
    ("numbers_of_arms.md", "python plain-fixed", ("counts", "counts_rounds", "flags", "taken_apart_by_the_caller")),
    ("canonical.md", "python plain-fixed", ("counts_on",)),
    ("branch_reads.md", "python plain-fixed", ("Metrics", "capped")),
    ("layers_again.md", "python plain-fixed", ("Settles",)))
    for each in changed(page, info) if names is None or each[2] in names]


@pytest.mark.parametrize("program, fixed, name", HANDED_ON, ids=lambda each: each if len(each) < 40 else "")
def test_a_number_that_is_handed_on_is_in_its_tensor(program, fixed, name, tmp_path):
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((program, None), (fixed, None), (fixed, compiler))]
    kinds_of = {"mask": lambda x: x > 0, "history": lambda _: [], "counts": lambda _: [], "flag": lambda _: True}
    kept = 0
    for x in (torch.tensor([0.5, -1.25, 2.0, 0.75]), torch.tensor([3.0, 1.0, float("nan"), -2.0]), torch.ones(4).double()):
        x = x.float() if programs[0].is_module else x
        seen = []
        for each in programs:
            torch.manual_seed(0)
            given = [kinds_of.get(parameter.name, torch.clone)(x) for parameter in programs[0].parameters]
            given[0].requires_grad_(True)
            seen.append(left_by(each, given))
        for number, *tensors in zip(*seen, strict=True):
            for tensor in tensors:
                if isinstance(number, (float, int)) and isinstance(tensor, torch.Tensor):
                    assert tensor.shape == () and not tensor.requires_grad
                    assert tensor.item() == pytest.approx(number, rel=1e-6, nan_ok=True)
                    kept += 1
                elif isinstance(number, torch.Tensor):
                    assert torch.equal(number.nan_to_num(7), tensor.nan_to_num(7)) and number.requires_grad == tensor.requires_grad
                else:
                    assert number == tensor
        # A number stays what it is, whatever becomes of the other tensors.
        for number, tensor in zip(seen[0], seen[1]):
            if isinstance(number, torch.Tensor):
                tensor.data.add_(1000)
        assert all(leaf.item() == pytest.approx(number, rel=1e-6, nan_ok=True) for number, leaf in zip(seen[0], seen[1])
                   if isinstance(number, (float, int)) and isinstance(leaf, torch.Tensor))
    assert kept and compiler.breaks == 0


COMPUTED = [*changed("handed_on.md", "python plain-fixed"), *(each for each in changed("held_reads.md", "python plain-fixed")
                                                              if each[2] in ("within_limits", "beside_itself", "among_numbers"))]


@pytest.mark.parametrize("program, fixed, name", COMPUTED, ids=lambda each: each if len(each) < 40 else "")
def test_what_is_computed_with_the_tensor_is_as_precise(program, fixed, name, tmp_path):
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((program, None), (fixed, None), (fixed, compiler))]
    for x in (torch.rand(4, 3), torch.rand(4, 3).double() + 1, torch.zeros(4, 3)):
        seen = []
        for each in programs:
            owner = each.entry() if each.is_module else each.entry
            call = each.compile(owner) if each.is_module and each.compile else owner
            given = [torch.tensor([[0.75]]) if parameter.name == "sigmas" else x.clone() for parameter in programs[0].parameters]
            torch.manual_seed(0)
            calls = [leaves([call(*given)]) for _ in range(2)]
            seen.append([*calls, leaves([float(getattr(owner, "last", 0)), float(getattr(owner, "recent", 0))])])
        for other in seen[1:]:
            torch.testing.assert_close(other, seen[0], rtol=1e-5, atol=1e-6)
    assert compiler.breaks == 0


@pytest.mark.parametrize("program, fixed, name", changed("masked_losses.md", "python plain-fixed"), ids=lambda each: each if len(each) < 40 else "")
def test_all_elements_are_reduced_as_those_under_a_mask_are(program, fixed, name, tmp_path):
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((program, None), (fixed, None), (fixed, compiler))]
    for dtype, keep, poison in itertools.product((torch.float32, torch.float64), ([1, 0, 1, 1, 0, 1], [0] * 6), (None, float("nan"))):
        seen = []
        for each in programs:
            torch.manual_seed(0)
            rows = torch.randn(6, 5, dtype=dtype)
            mask = torch.tensor(keep, dtype=torch.bool)
            known = {"labels": torch.tensor([3, 2, 1, 4, 0, 2]) * mask - 100 * ~mask, "logits": rows, "mask": mask, "w": 0.5,
                     "out": torch.complex(torch.tensor([3, 2, 2, 4, 0, 2]).to(dtype), rows[:, 0])}
            given = [known.get(p.name, rows[:, i].clone()) for i, p in enumerate(each.parameters)]
            if poison and "y" in (p.name for p in each.parameters):
                continue
            if poison and not name.startswith(("of_", "in_", "accuracy")):  # a loss of rows has the gradients of all rows
                given[0][~mask] = poison
            leaf = given[0].requires_grad_(given[0].is_floating_point())
            result = each.entry(*given)
            grad = torch.autograd.grad(result, leaf)[0] if result.requires_grad and not poison else None
            seen.append((result, grad))
        for result, grad in seen[1:]:
            torch.testing.assert_close(result, seen[0][0], equal_nan=True)
            assert (grad is None) == (seen[0][1] is None)
            if grad is not None:
                torch.testing.assert_close(grad.nan_to_num(), seen[0][1].nan_to_num())
    assert compiler.breaks == 0


def rows_for(name):
    """An argument by its name: six rows of four numbers, or something for each of the rows."""
    known = {"score": lambda: torch.randn(6), "labels": lambda: torch.tensor([3, 0, 1, 2, 0, 1]), "mask": lambda: torch.tensor([1, 0, 1, 1, 0, 1])}
    return known.get(name, lambda: torch.randn(6, 4))()


@pytest.mark.parametrize("program, fixed, name", [each for page in ("selected_rows.md", "moved_selections.md", "masked_rows.md") for each in changed(page, "python plain-fixed")
                                                  if each[2] not in ("pooled", "elements", "any_of_them", "largest_element")],
                         ids=lambda each: each if len(each) < 40 else "")
def test_all_rows_are_as_those_that_a_mask_selects(program, fixed, name, tmp_path):
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((program, None), (fixed, None), (fixed, compiler))]
    for seed in range(3):
        seen = []
        for each in programs:
            torch.manual_seed(seed)
            owner = each.entry() if each.is_module else each.entry
            call = each.compile(owner) if each.is_module and each.compile else owner
            given = [rows_for(parameter.name) for parameter in programs[0].parameters]
            leaf = given[0].requires_grad_(True)
            result = leaves([call(*given)])
            total = sum(each.sum() for each in result if each.requires_grad)
            seen.append([*result, *torch.autograd.grad(total, leaf)])
        for other in seen[1:]:
            torch.testing.assert_close(other, seen[0], equal_nan=True, rtol=1e-4, atol=1e-5)
    assert compiler.breaks == 0


def given_for(program, kind, seed):
    """Arguments by name and annotation, whose tensors come from an operation; one element of the first one is hostile."""
    torch.manual_seed(seed)
    given = []
    for parameter in program.parameters:
        tensor = torch.full((4, 3), -1.0) if kind == "none" else torch.randn(4, 3) * 2 + 0.5
        if parameter.annotation is float or parameter.annotation is bool:
            given.append(parameter.annotation(2))
        elif parameter.name in ("mask", "valid"):
            given.append(torch.rand(4, 3) > (2.0 if kind == "none" else 0.4))
        elif parameter.name == "labels":
            given.append(torch.tensor([-100] * 4 if kind == "none" else [2, -100, 0, 1]))
        elif parameter.name == "lengths":
            given.append(torch.rand(4) * 4)
        elif parameter.name == "ids":
            given.append((tensor * 3).long())
        else:
            given.append(tensor)
    if isinstance(kind, float) and given[0].is_floating_point():
        given[0].view(-1)[seed % 12] = kind
    leaves_of = [each.requires_grad_() for each in given if isinstance(each, torch.Tensor) and each.is_floating_point()]
    return leaves_of, [each * 1 if isinstance(each, torch.Tensor) and each.is_floating_point() else each for each in given]


@pytest.mark.parametrize("program, fixed, name", changed("selections.md", "python plain-fixed"), ids=lambda each: each if len(each) < 40 else "")
def test_what_lies_outside_of_a_mask_comes_neither_into_results_nor_into_gradients(program, fixed, name, tmp_path):
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((program, None), (fixed, None), (fixed, compiler))]
    for kind, seed in itertools.product(("none", "all", float("nan"), float("inf"), 0.0, -3e30), range(8)):
        if name == "normalised" and kind in ("none", float("inf"), -3e30):  # warns, or squares overflow
            continue
        seen = []
        for each in programs:
            inputs, given = given_for(each, kind, seed)
            results = [r for r in leaves([each.entry(*given)]) if isinstance(r, torch.Tensor)]
            wanted = [r.sum() for r in results if r.requires_grad]
            grads = torch.autograd.grad(sum(wanted), inputs, allow_unused=True) if wanted else []
            held = [each.detach() for each in given if isinstance(each, torch.Tensor)]
            gets_zeros = name in ("asked", "if_any", "reduced_under_it")  # it says so; a graph in front of the branch gives them
            none = torch.zeros(4, 3) if gets_zeros else torch.zeros(())
            seen.append([results + held, [none if g is None else g for g in grads]])
        for other in seen[1:]:
            torch.testing.assert_close(other, seen[0], equal_nan=True, rtol=1e-4, atol=1e-5)
    open_ones = ("asked_for", "nowhere_finite", "of_two", "computed_under_it")
    assert name in open_ones or compiler.breaks == 0


ONE_GRAPH = [(program, fixed, name) for program, fixed in pairs(pathlib.Path(__file__).parent / "one_graph.md", "python plain-fixed")
             for name, text in entries(program).items() if text != entries(fixed)[name] and f"\ndef {name}(" in program]


@pytest.mark.parametrize("program, fixed, name", ONE_GRAPH, ids=lambda each: each if len(each) < 40 else "")
def test_one_graph_gives_what_many_gave(program, fixed, name, tmp_path):
    compiler = judge.Compiler("aot_eager")
    programs = [Program(text, name, tmp_path, how) for text, how in ((program, None), (fixed, compiler))]
    x = torch.arange(24.0).reshape(6, 4) - 9
    for mask in (x[:, 0] > 0, x[:, 0] < 99, x[:, 0] == 3):
        given = {"x": x, "mask": mask, "lengths": mask.sum() % 4, "v": x, "edges": torch.arange(12).reshape(2, 6) % 5}
        seen = [leaves([each.entry(*[given[parameter.name].clone() for parameter in each.parameters])]) for each in programs]
        for one, other in zip(*seen, strict=True):
            assert torch.equal(one, other) if isinstance(one, torch.Tensor) else (one == other and type(one) is type(other))
    assert compiler.breaks == 0


STEPS = [(program, fixed, name) for program, fixed in pairs(pathlib.Path(__file__).parent / "split_step.md", "python plain-fixed")
         if program != fixed for name in re.findall(r"^def (\w+)\(x: torch.Tensor, y|^(?:\w+) = (Trainer)\(\)", program, re.M)]


@pytest.mark.parametrize("program, fixed, names", STEPS, ids=lambda each: "".join(each) if len(each) < 3 else "")
def test_a_training_step_of_which_a_part_is_compiled_trains_as_it_did(program, fixed, names, tmp_path):
    compiler = judge.Compiler("aot_eager")
    name = "".join(names)
    seen = []
    for text, how in ((program, None), (fixed, compiler)):
        torch.manual_seed(0)
        entry = Program(text, {"two_losses": "stepped", "Trainer": "trainer", "local": "made"}.get(name, name), tmp_path, how).entry
        known = [*vars(sys.modules[entry.__module__]).values(), *vars(entry).values()]
        trained = [p for model in known if isinstance(model, torch.nn.Module) for p in model.parameters()]
        for seed in range(3):
            torch.manual_seed(seed)
            given = torch.randn(4, 4), torch.randn(4, 3)
            seen.append([getattr(entry, "step", entry)(*given), [(p.detach().clone(), p.grad) for p in trained]])
    for one, other in zip(seen[:3], seen[3:], strict=True):
        torch.testing.assert_close(other, one, rtol=1e-5, atol=1e-6)
    assert trained and compiler.breaks == compiler.left == 0


GRADIENTS = [(program, fixed, name) for program, fixed in pairs(pathlib.Path(__file__).parent / "func_grad.md", "python plain-fixed")
             if program != fixed for name in re.findall(r"^class (\w+)\(Potential\)", program, re.M)]


def gradients_of(module, given):
    """What the module gives, and the gradients of its parameters by it, if it has a history."""
    result = module(*(each.clone() if isinstance(each, torch.Tensor) else each for each in given))
    results = list(result) if isinstance(result, (tuple, list)) else [result]
    wanted = sum((each.square().sum() for each in results if each.requires_grad), torch.zeros(()))
    parameters = list(module.parameters())
    asked = torch.autograd.grad(wanted, parameters, allow_unused=True) if wanted.requires_grad else [None] * len(parameters)
    return [each.detach() for each in results], [torch.zeros(()) if each is None else each for each in asked]


@pytest.mark.parametrize("program, fixed, name", GRADIENTS, ids=lambda each: each if len(each) < 40 else "")
def test_a_gradient_in_the_graph_is_what_autograd_gives(program, fixed, name, tmp_path):
    held = {}
    for which, text in (("before", program), ("after", fixed)):
        (tmp_path / f"{which}.py").write_text(text)
        spec = importlib.util.spec_from_file_location(which, tmp_path / f"{which}.py")
        held[which] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(held[which])
    before, after = getattr(held["before"], name)(), getattr(held["after"], name)()
    after.load_state_dict(before.state_dict())
    kinds = [each.annotation for each in inspect.signature(before.forward).parameters.values()]
    for seed in range(3):
        torch.manual_seed(seed)
        given = [0.5 if kind is float else torch.randn(5, 3) for kind in kinds]
        seen = gradients_of(before, given)
        torch.testing.assert_close(gradients_of(after, given), seen)
        compiled = torch.compile(after, backend="aot_eager", fullgraph=True)
        torch.testing.assert_close(gradients_of(compiled, given), seen)
    torch._dynamo.reset()
