"""What fixes assume, asked of the program's own values in front of the statements that the fixes rewrite.

The program runs eagerly meanwhile: a frame that Dynamo compiled has no line to stop at, and a trace function within it
would be one more thing to break the graph on.
"""

import ast
import contextlib
import os
import sys
import threading
import time

from graphmend.targets import run

TOLD_EVERY = 1.0  # seconds: what a run has shown is known although it is killed

ASKED = {"dim", "numel", "is_floating_point", "is_complex", "is_contiguous"}  # methods of tensors, without arguments
# Those that give the same elements in another shape or dtype, or copies of them.
VIEWS = {
    "bool", "detach", "double", "expand", "expand_as", "flatten", "float", "int", "long", "permute", "reshape", "squeeze", "to",
    "transpose", "type_as", "unsqueeze", "view", "view_as",
}
OF_MODULES = {"promote_types", "is_grad_enabled"}  # functions of torch, which look at nothing but dtypes and modes
CALLED = {"isinstance", "abs", "len"}
ALLOWED = (
    ast.Expression, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Name, ast.Attribute, ast.Subscript, ast.Slice, ast.Tuple, ast.Constant,
    ast.Call, ast.Starred, ast.And, ast.Or, ast.Not, ast.USub, ast.cmpop, ast.BinOp, ast.operator, ast.Load,
)


def work(channel, request):
    """Runs `request["target"]` eagerly, and tells of each of `request["probes"]` how often it held; the exit status of the
    program. Processes that the program starts itself are not asked.
    """
    probes = []
    for number, asked in enumerate(request["probes"]):
        try:
            probes.append((number, Probe(asked["file"], asked["line"], asked["test"], asked.get("end"))))
        except ValueError as error:
            channel.send("unprobed", number=number, why=str(error))

    def tell():
        for number, probe in probes:
            if probe.held + probe.failed > 0:
                channel.send("probed", number=number, held=probe.held, failed=probe.failed, refuted=probe.refuted)
            probe.forget()

    due = 0.0

    def tell_now_and_then():
        nonlocal due
        if time.monotonic() >= due:
            tell()
            due = time.monotonic() + TOLD_EVERY

    def forget():
        for _, probe in probes:
            probe.forget()

    os.register_at_fork(after_in_child=forget)  # what was seen before is for the parent to tell
    with watching([probe for _, probe in probes], tell_now_and_then):
        try:
            return run(request, channel, tell)
        finally:
            tell()


class Probe:
    """One test of one statement, and how often it held."""

    def __init__(self, file, line, test, end=None):
        self.file, self.test = os.path.realpath(file), test
        self.lines = range(line, (end or line) + 1)  # of the statement: Python may begin at any of them, and goes to and fro
        tree = _without_effects(test)
        self.names = sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)})
        self.code = compile(tree, "<probe>", "eval")
        self.forget()

    def forget(self):
        self.held = self.failed = 0
        self.refuted = None  # the values of the first call in which it failed

    def ask(self, frame):
        """An expression that cannot be evaluated, or has no truth that is a bool, says nothing of what it asks."""
        try:
            answer = eval(self.code, frame.f_globals, dict(frame.f_locals))
        except Exception:
            return
        if answer is True:
            self.held += 1
        elif answer is False:
            self.failed += 1
            if self.refuted is None:
                self.refuted = {name: _told(frame.f_locals[name]) for name in self.names if name in frame.f_locals}


def _without_effects(test):
    """The syntax tree of a test of names, attributes and what tensors are; ValueError for anything else."""
    try:
        tree = ast.parse(test, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError(f"`{test[:80]}` is no Python expression") from error
    for node in ast.walk(tree):
        if not isinstance(node, ALLOWED) or isinstance(node, ast.Call) and not _may_call(node):
            raise ValueError(f"`{test[:80]}` may have effects: it is not evaluated")
    return tree


def _may_call(call):
    if call.keywords or any(isinstance(each, ast.Starred) for each in call.args):
        return False
    if isinstance(call.func, ast.Attribute) and call.func.attr in OF_MODULES:
        return isinstance(call.func.value, ast.Name)
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in VIEWS or call.func.attr in ASKED and not call.args
    return isinstance(call.func, ast.Name) and call.func.id in CALLED


def _told(value):
    if hasattr(value, "shape") and hasattr(value, "dtype"):
        wants = ", requires_grad" if getattr(value, "requires_grad", False) else ""
        return f"{str(value.dtype).removeprefix('torch.')}{list(value.shape)}{wants}"
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)[:80]
    return type(value).__name__


@contextlib.contextmanager
def watching(probes, asked=lambda: None):
    """Asks these probes while the block runs, with nothing compiled, and calls `asked` behind each."""
    import torch

    places = {}
    for probe in probes:
        for line in probe.lines:
            places.setdefault(probe.file, {}).setdefault(line, []).append(probe)
    real = {}  # the file of a code object, as the probes name it

    def enter(frame, event, argument):
        name = frame.f_code.co_filename
        if name not in real:
            real[name] = os.path.realpath(name)
        lines = places.get(real[name])
        if lines is None:
            return None
        before = None

        def step(frame, event, argument):
            nonlocal before
            if event == "line":
                for probe in lines.get(frame.f_lineno, ()):
                    if before not in probe.lines:
                        probe.ask(frame)
                        asked()
                before = frame.f_lineno
            return step

        return step

    earlier, earlier_of_threads = sys.gettrace(), threading.gettrace()
    with torch.compiler.set_stance("force_eager"):
        sys.settrace(enter)
        threading.settrace(enter)
        try:
            yield
        finally:
            sys.settrace(earlier)
            threading.settrace(earlier_of_threads)
