"""Runs in the interpreter of a package: finds what can be compiled, makes it, and writes what Dynamo did with it.

    walk.py --out FILE --seconds N NAME...

NAME: what the package brings that can be imported. Every entry runs in a child that has bounds.
"""

import argparse
import collections
import importlib
import inspect
import itertools
import json
import os
import pkgutil
import random
import re
import resource
import signal
import sys
import tempfile
import time
import warnings

import guesses
import observed
import torch

LIMIT, MEMORY, TRIES = 40, 6 << 30, 150  # seconds and bytes for an entry, calls to find inputs
NOT_LOOKED_AT = re.compile(r"(^|\.)(_\w+|tests?|testing|examples?|scripts?|setup|conftest|benchmarks?|cli|main|train|demo)($|\.)")
ACTS = re.compile(r"^_|save|write|load|download|delete|remove|plot|show|train|main|^test|draw|export|kill|exit|seed")


def modules(names, causes):
    for name in names:
        for each in [name, *found_below(name, causes)]:
            if NOT_LOOKED_AT.search(each.partition(".")[2] or ""):
                continue
            try:
                yield importlib.import_module(each)
            except BaseException as error:  # an import may also end the program
                causes[f"not imported: {type(error).__name__}: {error}"[:90]] += 1


def found_below(name, causes):
    try:
        paths = importlib.import_module(name).__path__
    except AttributeError:
        return
    except BaseException:  # told where it is imported as a module
        return
    for each in pkgutil.walk_packages(paths, name + ".", onerror=lambda _: None):
        yield each.name


def entries(names, causes):
    """(path, object) of the classes of modules and functions of the package, where it shows them to others."""
    seen = set()
    for module in modules(names, causes):
        for name, value in sorted(vars(module).items()):
            own = str(getattr(value, "__module__", None)).partition(".")[0] in names
            if not own or id(value) in seen or ACTS.search(name):
                continue
            is_module = inspect.isclass(value) and issubclass(value, torch.nn.Module) and value.forward is not torch.nn.Module.forward
            if is_module or inspect.isfunction(value):
                seen.add(id(value))
                yield f"{module.__name__}.{name}", value


def subjects(value):
    if not inspect.isclass(value):
        yield value
        return
    for made, _ in guesses.built(value):
        yield made


def fitting(subject):
    """Arguments with a tensor among them that the entry takes."""
    function = subject.forward if isinstance(subject, torch.nn.Module) else subject
    known = guesses.signature(function)
    asked = [each for each in known if each.default is each.empty] or known[:1]
    bare = isinstance(subject, torch.nn.Module) and not asked  # its own tensors are enough
    error = None
    for values in itertools.islice(guesses.by_likelihood([guesses.of_input(each, subject) for each in asked]), TRIES):
        if not bare and not any(map(guesses.has_tensor, values)):
            continue
        arguments = dict(zip((each.name for each in asked), values))
        try:
            observed.call(subject, arguments)
            return arguments
        except Exception as raised:
            error = error or raised
    raise guesses.Asked(f"no inputs found ({type(error).__name__})" if error else "no tensors")


def result_of(value):
    last = None
    for subject in itertools.islice(subjects(value), 3):
        try:
            arguments = fitting(subject)
        except guesses.Asked as asked:
            last = asked
            continue
        return observed.observe(subject, arguments)
    raise last or guesses.Asked("no object")


def bounded(value):
    """What a child says about an entry, or why it says nothing."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        signal.alarm(LIMIT)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
        quiet = os.open(os.devnull, os.O_RDWR)
        for each in (0, 1, 2):
            os.dup2(quiet, each)
        try:
            told = result_of(value)
        except guesses.Asked as asked:
            told = {"cause": str(asked)}
        except BaseException as error:
            told = {"cause": f"{type(error).__name__} while it ran"}
        with os.fdopen(write, "w") as file:
            json.dump(told, file)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    return json.loads(text) if text else {"cause": f"ended by signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "ended"}


def warm():
    """Loads before the first child what every compilation needs."""
    torch.compile(torch.nn.Linear(2, 2), backend="eager")(torch.ones(2, 2))
    torch._dynamo.reset()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    causes = collections.Counter()
    out = os.path.abspath(options.out)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        wanted = list(entries(options.names, causes))
        random.Random(0).shuffle(wanted)  # where time does not suffice for all, some of every kind are looked at
        warm()
        told, end = {}, time.monotonic() + options.seconds
        for name, value in wanted:
            if time.monotonic() > end:
                causes["no time"] += 1
                continue
            said = bounded(value)
            if "cause" in said:
                causes[said["cause"]] += 1
            else:
                told[name] = said
        os.chdir("/")
    with open(out, "w") as file:
        json.dump({"entries": told, "causes": dict(causes.most_common())}, file)


if __name__ == "__main__":
    sys.exit(main())
