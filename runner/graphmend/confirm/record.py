"""What Dynamo does while it traces: breaks, frames given up, lines traced, recompilations.

Dynamo has no public way to learn all this as it happens, so a few of its functions are wrapped; what differs between
releases is in this file alone. Every wrapper tells and then does what the original does.
"""

import functools
import os
import re
import sys
import sysconfig

import torch
import torch._dynamo
from torch._dynamo import (
    bytecode_transformation,
    convert_frame,
    eval_frame,
    symbolic_convert,
)
from torch._dynamo.exc import SkipFrame, TorchDynamoException, Unsupported, UserError

from graphmend.confirm.counts import RESUMED, plain_name, resumption
from graphmend.confirm.guards import explained
from graphmend.rewritten import original_line

REGISTRY_ID = re.compile(r"gb(\d{4})\.html")
# How the reason begins when Dynamo cannot go on behind a break and leaves the frame to eager.
GIVEN_UP = ("Failed to handle graph break gracefully", "Encountered graph break that we cannot resume")
OF_PYTHON = (sysconfig.get_path("stdlib") + os.sep, "<")
OF_TORCH = os.path.dirname(os.path.abspath(torch.__file__)) + os.sep
OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def is_library(path):
    """Whether a file is torch's, Python's or GraphMend's own, whose lines nobody asks about."""
    in_packages = "site-packages" in path or "dist-packages" in path
    return path.startswith((OF_TORCH, OURS, "<")) or (path.startswith(OF_PYTHON) and not in_packages)


class Frame:
    """One attempt to compile a frame: its code, the lines traced so far as {path: {line}}, and the last break in it."""

    def __init__(self, code):
        self.code = code
        self.lines = {}
        self.last = None      # where the tracer is: (path, line, function)
        self.breaks = []      # ids
        self.id = None        # of what comes of it, as traces name it: "3/0"


class Record:
    """Sends `break`, `frame`, `recompile` and `ddp` events. Install it after importing torch, before the program."""

    def __init__(self, channel, counts):
        self._channel = channel
        self._counts = counts
        self._frames = []     # being compiled, innermost last
        self._next = 1
        self._told = None     # the last error; it passes through every frame around
        self._originals = []  # (holder, name, what was there) of what is wrapped

    def install(self, backend=None):
        """Wraps Dynamo. `backend`: the name of the one that compiles instead of the program's; None leaves that alone."""
        _repair_line_tables()
        if backend:
            use_backend(backend)
        translator = symbolic_convert.InstructionTranslatorBase
        holder = translator if hasattr(translator, "log_graph_break") else symbolic_convert
        self._before(holder, "log_graph_break", self._on_break)
        self._before(translator, "starts_line", self._on_line)
        self._wrap_frames()
        self._wrap_recompilations()
        self._wrap_ddp()
        if holder is symbolic_convert:
            self._before(SkipFrame, "__init__", self._on_skip)

    def uninstall(self):
        """Nothing is told from now on. Another one that was installed since is to be uninstalled before."""
        while self._originals:
            setattr(*self._originals.pop())

    def _replace(self, holder, name, made):
        self._originals.append((holder, name, getattr(holder, name)))
        setattr(holder, name, made)

    def _before(self, holder, name, tell):
        original = getattr(holder, name)

        @functools.wraps(original)
        def wrapper(*args, **kwargs):
            tell(*args, **kwargs)
            return original(*args, **kwargs)

        self._replace(holder, name, wrapper)

    # --- Lines

    def _on_line(self, translator, lineno):
        if not self._frames:
            return
        path = translator.f_code.co_filename
        if is_library(path):
            return
        frame = self._frames[-1]
        frame.lines.setdefault(path, set()).add(original_line(path, lineno))
        frame.last = (path, lineno, translator.f_code.co_name)
        frame.id = frame.id or str(torch._guards.CompileContext.current_compile_id())

    # --- Breaks

    def _on_break(self, *args, **kwargs):
        # (self, code_options, reason, exc) since 2.11; (code_options, reason, exc_info, user_stack) before
        args = [each for each in args if not isinstance(each, (symbolic_convert.InstructionTranslatorBase, dict))]
        reason = kwargs.get("reason") or next((each for each in args if isinstance(each, str)), "")
        error = kwargs.get("exc") or next((each for each in args if isinstance(each, BaseException)), None) or sys.exc_info()[1]
        if getattr(error, "logged", False):
            return
        stack = kwargs.get("user_stack") or getattr(error, "real_stack", None)
        if stack is None:
            stack = torch._guards.TracingContext.extract_stack()
        self._tell(stack, reason, "skip" if reason.startswith(GIVEN_UP) else "split", error)

    def _tell(self, stack, reason, outcome, error):
        self._told = error
        frame = self._frames[-1] if self._frames else None
        number, self._next = self._next, self._next + 1
        if frame:
            frame.breaks.append(number)
        self._channel.send(
            "break",
            id=number,
            stack=[[entry.filename, original_line(entry.filename, entry.lineno), plain_name(entry.name)] for entry in stack or ()],
            caller=_python_stack(),
            frame=_place(frame.code) if frame else None,
            reason=reason,
            type=str(getattr(error, "gb_type", "") or type(error).__name__).splitlines()[0],
            gb=list(dict.fromkeys("GB" + digits for digits in REGISTRY_ID.findall(reason))),
            outcome=outcome,
        )

    def _on_skip(self, _error, *args):
        # Before 2.11 a break in a loop is told like any other, and then the frame is skipped.
        if self._frames and self._frames[-1].breaks and args and "graph break in a for/while loop" in str(args[0]):
            self._channel.send("given_up", **{"break": self._frames[-1].breaks[-1]})

    # --- Frames

    def _wrap_frames(self):
        original = convert_frame.ConvertFrameAssert.__call__
        record = self

        @functools.wraps(original)
        def convert(assertion, frame, *args, **kwargs):
            return record._compile(original, assertion, frame, args, kwargs)

        self._replace(convert_frame.ConvertFrameAssert, "__call__", convert)

    def _compile(self, original, assertion, frame, args, kwargs):
        attempt = Frame(frame.f_code)
        self._frames.append(attempt)
        try:
            with self._counts.paused():
                result = original(assertion, frame, *args, **kwargs)
        except BaseException as error:
            self._on_failure(attempt, error, _must_be_whole(assertion))
            raise
        else:
            done = getattr(result, "guarded_code", result) is not None
            why = "" if done else str(getattr(result, "skip_reason", None) or "").partition("\n")[0]
            self._ended(attempt, "compiled" if done else "left", why)
            return result
        finally:
            self._frames.pop()

    def _on_failure(self, attempt, error, whole):
        soft = isinstance(error, (Unsupported, UserError))
        if isinstance(error, Exception) and error is not self._told and not getattr(error, "logged", False):
            stack = getattr(error, "real_stack", None)
            if not stack and attempt.last and not isinstance(error, TorchDynamoException):
                stack = [_Entry(*attempt.last)]
            elif not stack:
                stack = _stack_in(str(error)) or ([_Entry(*attempt.last)] if attempt.last else None)
            reason = str(error) if soft else f"{type(error).__name__}: {error}"
            self._tell(stack, reason, "skip" if soft and not whole else "error", error)
        self._ended(attempt, "failed", f"{type(error).__name__}: {error}".splitlines()[0])

    def _ended(self, attempt, status, why):
        if status != "compiled":
            self._counts.watch(attempt.code)
        self._channel.send(
            "frame",
            id=attempt.id,
            code=_place(attempt.code),
            resumes=_resumes(attempt.code),
            status=status,
            why=why[:300],
            breaks=attempt.breaks,
            lines={path: sorted(lines) for path, lines in attempt.lines.items()},
        )

    # --- Recompilations, and the splits that DistributedDataParallel asks for

    def _wrap_recompilations(self):
        for name in ("get_and_maybe_log_recompilation_reasons", "get_and_maybe_log_recompilation_reason"):
            original = getattr(convert_frame, name, None)
            if original is None:
                continue

            @functools.wraps(original)
            def wrapper(entries, frame, *args, _original=original, **kwargs):
                reasons = _original(entries, frame, *args, **kwargs)
                quiet = kwargs.get("skip_logging") or (len(args) > 1 and args[1])
                texts = [explained(str(reason), frame) for reason in reasons or ()]
                if texts and not quiet:
                    self._channel.send("recompile", code=_place(frame.f_code), reasons=texts, caller=_python_stack())
                return reasons

            self._replace(convert_frame, name, wrapper)

    def _wrap_ddp(self):
        try:
            from torch._dynamo.backends.distributed import DDPOptimizer
        except ImportError:
            return
        original = DDPOptimizer.compile_fn

        @functools.wraps(original)
        def wrapper(optimizer, module, *args, **kwargs):
            result = original(optimizer, module, *args, **kwargs)
            frame = self._frames[-1] if self._frames else None
            buckets = len(getattr(optimizer, "buckets", None) or ())
            self._channel.send("ddp", code=_place(frame.code) if frame else None, buckets=buckets)
            return result

        self._replace(DDPOptimizer, "compile_fn", wrapper)


def _must_be_whole(assertion):
    """Whether a break is an error there: `fullgraph=True`, or `error_on_graph_break`."""
    return bool(getattr(assertion, "_one_graph", False) or getattr(getattr(assertion, "_box", None), "error_on_graph_break", False))


class _Entry:
    def __init__(self, filename, lineno, name):
        self.filename, self.lineno, self.name = filename, lineno, name


def _stack_in(message):
    """Of an error that keeps its stack in its text alone, behind "from user code:"."""
    _, found, text = message.rpartition("from user code:")
    pattern = r'File "([^"]+)", line (\d+), in (\S+)'
    return [_Entry(path, int(line), name) for path, line, name in re.findall(pattern, text)] if found else []


def _place(code):
    return [code.co_filename, original_line(code.co_filename, code.co_firstlineno), plain_name(code.co_name)]


def _resumes(code):
    """Of a frame that goes on behind a break, or behind a call of what breaks: behind which line; None of others."""
    if not code.co_name.startswith(RESUMED):
        return None
    path, line, name = resumption(code)
    return [path, original_line(path, line), name]


def _python_stack():
    """Where the program itself is, outermost first, as [path, line, function]; libraries that nobody asks about left out."""
    frame, stack = sys._getframe(1), []
    while frame is not None and len(stack) < 50:
        path = frame.f_code.co_filename
        if not is_library(path):
            stack.append([path, original_line(path, frame.f_lineno), plain_name(frame.f_code.co_name)])
        frame = frame.f_back
    return stack[::-1]


def use_backend(name):
    """From now on everything that is compiled is compiled with this backend."""
    original = eval_frame.get_compiler_fn
    eval_frame.get_compiler_fn = lambda _asked: original(name)


def _repair_line_tables():
    """Before: an instruction of more than 8 code units moves the lines behind it, once for each 8 units (Python 3.11 and
    later), so that breaks in resumed functions are reported at lines where nothing breaks. After: it moves nothing.
    """
    original = getattr(bytecode_transformation, "linetable_311_writer", None)
    if original is None:
        return

    def writer(first_line):
        table, update = original(first_line)

        def update_in_parts(positions, size):
            while size > 8:
                update(positions, 8)
                size -= 8
            update(positions, size)

        return table, update_in_parts

    bytecode_transformation.linetable_311_writer = writer
