"""What is run: a script, a module, or an object that says what to compile and how to call it."""

import builtins
import functools
import importlib
import importlib.util
import os
import runpy
import sys
import traceback
import types
import zipfile

from graphmend.rewritten import code_of
from graphmend.values import mapped


class Wrong(Exception):
    """The target is not what it has to be; the text says what is."""


def run(request, channel, at_end=lambda: None, calls=lambda calls: calls):
    """Runs the target to its end and reports how it ended; returns its exit status.

    `at_end` is called in every process that the calls of an object are made in, behind them; `calls` may make others of
    them, a list of (name, callable) of another.
    """
    target = request["target"]
    try:
        if "script" in target:
            _script(target["script"], request["arguments"])
        elif "module" in target:
            _module(target["module"], request["arguments"])
        else:
            make = _forked if request.get("fork") else _made
            return _calls(calls(calls_of(request)), request.get("calls", 1), channel, functools.partial(make, at_end))
    except SystemExit as error:
        status = _status(error)
        channel.send("end", status=status, exception=None)
        return status
    except Wrong as error:
        channel.send("problem", text=str(error))
        return 2
    except BaseException as error:
        _tell(error, channel)
        return 1
    channel.send("end", status=0, exception=None)
    return 0


def _status(error):
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)
    return 1


def _tell(error, channel):
    """As Python does it, without the frames that are ours."""
    trace = error.__traceback__
    ours = os.path.dirname(os.path.abspath(__file__))
    while trace and (os.path.abspath(trace.tb_frame.f_code.co_filename).startswith(ours) or "runpy" in trace.tb_frame.f_code.co_filename):
        trace = trace.tb_next
    error = error.with_traceback(trace)
    sys.excepthook(type(error), error, trace)
    channel.send("end", status=1, exception="".join(traceback.format_exception_only(type(error), error)).strip())


def _script(name, arguments):
    path = os.path.abspath(name)
    installed = os.path.join(os.path.dirname(sys.executable), name)  # torchrun, accelerate, ...
    if os.sep not in name and not os.path.exists(path) and os.path.exists(installed):
        path = installed
    if not os.path.exists(path):
        raise Wrong(f"there is no file {path}")
    sys.argv = [path, *arguments]
    if os.path.isdir(path) or zipfile.is_zipfile(path):
        runpy.run_path(path, run_name="__main__")
        return
    sys.path.insert(0, os.path.dirname(path))
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=path, __builtins__=builtins, __cached__=None)
    sys.modules["__main__"] = main
    exec(code_of(path), main.__dict__)


def _module(name, arguments):
    sys.argv = [name, *arguments]
    sys.path.insert(0, os.getcwd())
    try:
        found = importlib.util.find_spec(name)
    except (ImportError, ValueError) as error:
        raise Wrong(f"there is no module {name}: {error}") from None
    if found is None:
        raise Wrong(f"there is no module {name}")
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def load(spec):
    """The object that `pkg.module:name` or `path/file.py:name` stands for."""
    place, _, name = spec.rpartition(":")
    if not place or not name:
        raise Wrong(f"`{spec}` is not like package.module:name")
    if place.endswith(".py"):
        module = _from_file(place)
    else:
        sys.path.insert(0, os.getcwd())
        module = importlib.import_module(place)
    for part in name.split("."):
        if not hasattr(module, part):
            raise Wrong(f"there is no `{name}` in {place}")
        module = getattr(module, part)
    return module


def _from_file(path):
    path = os.path.abspath(path)
    if not os.path.isfile(path):
        raise Wrong(f"there is no file {path}")
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path.insert(0, os.path.dirname(path))
    found = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    found.loader.exec_module(module)
    return module


def calls_of(request):
    """Named calls without arguments, as a list of (name, callable).

    The object is, or returns when it is called: a module or function, with the arguments from `inputs`; a pair (module,
    arguments) or triple (module, arguments, keyword arguments); or a list or dict of calls. Modules and functions are
    compiled here, calls are made as they are.
    """
    import torch

    spec = request["target"]["object"]
    made = _made_of(request)
    if request.get("inputs"):
        return [(f"{spec} #{i}", CompiledCall(made, *arguments_of(each))) for i, each in enumerate(_inputs(request), 1)]
    if isinstance(made, dict):
        return [(str(name), _checked(each, spec)) for name, each in made.items()]
    if isinstance(made, list):
        return [(f"{spec} #{i}", _checked(each, spec)) for i, each in enumerate(made, 1)]
    if isinstance(made, tuple) and made and callable(made[0]):
        return [(spec, _checked(made, spec))]
    if isinstance(made, torch.nn.Module):
        raise Wrong(f"{spec} is a module, and how to call it is not said: return (module, arguments), or name --inputs")
    raise Wrong(f"{spec} gives a {type(made).__name__}; a module with its arguments, or a list of calls, is needed")


def _made_of(request):
    """The object of a request, called if it is a function that makes what is asked for."""
    import torch

    made = load(request["target"]["object"])
    if not callable(made) or isinstance(made, torch.nn.Module):
        return made
    return made if request.get("inputs") and not isinstance(made, type) else made()


def _inputs(request):
    """The inputs for each call, as a list."""
    inputs = load(request["inputs"])
    inputs = inputs() if callable(inputs) else inputs
    return inputs if isinstance(inputs, list) else [inputs]


def arguments_of(inputs):
    """(positional, named). `inputs`: a dict of keyword arguments, (positional, dict), a tuple, or the only argument."""
    if isinstance(inputs, dict):
        return (), inputs
    if isinstance(inputs, tuple) and len(inputs) == 2 and isinstance(inputs[1], dict):
        return inputs[0] if isinstance(inputs[0], (tuple, list)) else (inputs[0],), inputs[1]
    return inputs if isinstance(inputs, tuple) else (inputs,), {}


def _checked(call, spec):
    """A call, or (module, arguments, keyword arguments) with the latter two left out or not, as a call."""
    if isinstance(call, tuple) and call and callable(call[0]):
        given = call[1] if len(call) > 1 else ()
        positional, named = arguments_of(given) if len(call) < 3 else (given, call[2])
        return CompiledCall(call[0], positional, named)
    if not callable(call):
        raise Wrong(f"{spec} holds a {type(call).__name__}, which is no call")
    return call


def compiled_call(request, mode=None):
    """The call to measure: of (module, arguments), or the first one of `inputs`."""
    made = _made_of(request)
    if request.get("inputs"):
        return CompiledCall(made, *arguments_of(_inputs(request)[0]), mode)
    if not isinstance(made, tuple) or len(made) < 2 or not callable(made[0]):
        raise Wrong("what is measured has to return (module, arguments)")
    positional, named = arguments_of(made[1]) if len(made) < 3 else made[1:3]
    return CompiledCall(made[0], positional, named, mode)


class CompiledCall:
    """One call of something compiled, with its arguments. `owner`: the module or function that it is of."""

    def __init__(self, made, positional, named, mode=None):
        self.owner = made
        self._compiled = made if is_compiled(made) else compiled(made, mode=mode)
        self._all = (tuple(positional if isinstance(positional, (tuple, list)) else (positional,)), dict(named))
        self._arguments = self._all

    def __call__(self):
        positional, named = self._arguments
        return self._compiled(*positional, **named)

    def parameters(self):
        return list(self.owner.parameters()) if hasattr(self.owner, "parameters") else []

    def changed(self, change):
        """The same call with other tensors."""
        other = CompiledCall(self._compiled, *mapped(self._all, change))
        other._made = self.owner
        return other

    def to(self, device):
        """Moves the module and its arguments there."""
        if hasattr(self.owner, "to"):
            self.owner.to(device)
        self._all = self._arguments = mapped(self._all, lambda tensor: tensor.to(device))

    def set_batch(self, size):
        """Repeats the first row of every tensor that has as many rows as the first one; None: as they were given."""
        self._arguments = self._all
        if size is not None:
            rows = self.rows()
            repeat = lambda t: t[:1].repeat(size, *[1] * (t.dim() - 1)) if t.dim() and t.shape[0] == rows else t
            self._arguments = mapped(self._all, repeat)

    def rows(self):
        """How many samples a call works on: the rows of its first tensor."""
        found = []
        mapped(self._arguments, lambda tensor: found.append(tensor) or tensor)
        return next((tensor.shape[0] for tensor in found if tensor.dim()), 1)


def is_compiled(made):
    """Whether torch.compile made it, or `compile()` was called on it, a module."""
    import torch

    done = isinstance(made, torch._dynamo.eval_frame.OptimizedModule) or hasattr(made, "_torchdynamo_orig_callable")
    return done or getattr(made, "_compiled_call_impl", None) is not None


def compiled(made, **options):
    """`made`, with these options of torch.compile."""
    import torch

    if not callable(made):
        raise Wrong(f"{type(made).__name__} cannot be compiled")
    return torch.compile(made, **options)


def _calls(calls, times, channel, make):
    """Makes every call so often. One that raises is told of, and the others are made all the same."""
    failed = 0
    for name, call in calls:
        channel.send("progress", text=name)
        failed += make(name, call, times, channel)
    channel.send("end", status=1 if failed else 0, exception=None)
    return 1 if failed else 0


def _made(_at_end, name, call, times, channel):
    """Whether it failed."""
    try:
        for _ in range(times):
            call()
    except Exception as error:
        text = "".join(traceback.format_exception_only(type(error), error)).strip()
        channel.send("failed_call", name=name, exception=text.splitlines()[0][:300])
        return True
    return False


def _forked(at_end, name, call, times, channel):
    """As _made, in a process that nothing before has touched and whose end is not ours."""
    child = os.fork()
    if child == 0:
        failed = True
        try:
            failed = _made(at_end, name, call, times, channel)
            at_end()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(failed)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        channel.send("failed_call", name=name, exception=f"signal {os.WTERMSIG(status)}")
    return status != 0
