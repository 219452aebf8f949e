"""`graphmend run`: what is imported is rewritten in memory, however Python comes to import it; whatever goes wrong, the
program runs.

The programs need torch only to say how often they broke; most of them do not import it.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import zipfile

import pytest

HERE = pathlib.Path(__file__).resolve()
PROGRAM = os.environ.get("GRAPHMEND", str(HERE.parents[3] / "build/release/graphmend"))

# Rewritten, as the source of `show` in the loader says. `torch` is a stand-in where nothing is compiled.
MODULE = """
    import torch

    @torch.compile
    def show(x):
        print("shown")
        return x

    class Kept:
        pass
"""
STAND_IN = """
    class compiler:
        is_compiling = staticmethod(lambda: False)
    compile = lambda function: function
"""
IS_REWRITTEN = "import {0}; print('_graphmend' in vars({0}))"


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


class Project:
    def __init__(self, folder):
        self.folder = folder / "project"
        self.folder.mkdir()
        self.cache = folder / "cache"
        self.write("torch/__init__.py", STAND_IN)
        self.write("torch/version.py", "__version__ = '2.13.0'")
        # The runtime needs the real torch; here it is enough that it can be asked.
        self.write("graphmend_stand_in.py", """
            import sys, types
            effects = types.ModuleType("graphmend.effects")
            effects.__all__ = ["check", "compiling", "effect"]
            effects.compiling = lambda: False
            effects.effect = effects.check = lambda *arguments: None
            sys.modules["graphmend.effects"] = effects
        """)
        self.write("model.py", MODULE)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
        return path

    def run(self, *command, options=(), **environment):
        """The lines of standard output, and standard error."""
        env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment}
        env.pop("GRAPHMEND_REPORT", None)
        done = subprocess.run(
            [PROGRAM, "run", "--cache-dir", str(self.cache), *options, "--", sys.executable, *map(str, command)],
            cwd=self.folder, env=env, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines(), done.stderr

    def code(self, text, **options):
        return self.run("-c", "import graphmend_stand_in\n" + textwrap.dedent(text), **options)


def test_an_imported_module(project):
    out, err = project.code("import model; model.show(1); print('_graphmend' in vars(model), 'graphmend' in dir())")
    assert (out, err) == (["shown", "True False"], "")


def test_a_script_is_as_python_runs_it(project):
    script = project.write("sub/script.py", """
        import sys
        sys.path.insert(1, ".")
        import graphmend_stand_in, torch

        @torch.compile
        def show(x):
            print("shown")

        show(0)
        print(sys.argv, __name__, __spec__ is None or __spec__.name, __package__, sys.path[0], __file__, "_graphmend" in globals())
    """)
    expected = ["shown", f"['{script}', 'a', '-b'] __main__ True None {script.parent} {script} False"]
    plain = subprocess.run([sys.executable, script, "a", "-b"], cwd=project.folder, capture_output=True, text=True)
    assert plain.stdout.splitlines() == expected
    out, _ = project.run(script, "a", "-b")
    assert out == [expected[0], expected[1].replace("True", "None").replace("False", "True")]


def test_a_module_as_a_program(project):
    project.write("package/__init__.py", "")
    project.write("package/__main__.py", "import graphmend_stand_in, package.tool")
    project.write("package/tool.py", MODULE + "\n    show(__name__)\n    print('_graphmend' in globals())\n")
    assert project.run("-m", "package")[0] == ["shown", "True"]


def test_children(project):
    project.write("fork.py", """
        import graphmend_stand_in, multiprocessing, subprocess, sys, torch

        @torch.compile
        def show(x):
            print("shown", flush=True)
            return "_graphmend" in globals()

        if __name__ == "__main__":
            for method in ("fork", "spawn"):
                with multiprocessing.get_context(method).Pool(1) as pool:
                    print(pool.map(show, [method]), flush=True)
            subprocess.run([sys.executable, "-c", "import graphmend_stand_in, model; print('_graphmend' in vars(model))"])
    """)
    assert project.run("fork.py")[0] == ["shown", "[True]", "shown", "[True]", "True"]


def test_lines_and_source_are_those_that_run(project):
    out, _ = project.code("""
        import inspect, model, traceback
        print(inspect.getsource(model.show).count("graphmend"), model.show.__code__.co_firstlineno)
        def fail(*_): raise KeyError
        model.print = fail
        try:
            model.show(1)
        except KeyError:
            print(traceback.format_exc())
    """)
    text = "\n".join(out)
    assert out[0] == "2 4" and f'{project.folder}/model.py", line 6, in show' in text
    assert "_graphmend.compiling() and _graphmend_1(" in text


def test_two_runs_and_two_threads_give_the_same(project):
    for name in ("one", "two", "three"):
        project.write(f"{name}.py", MODULE)
    text = """
        import threading, importlib, graphmend
        names = ["one", "two", "three", "model"]
        threads = [threading.Thread(target=importlib.import_module, args=(name,)) for name in names * 2]
        [thread.start() for thread in threads], [thread.join() for thread in threads]
        print(all("_graphmend" in vars(importlib.import_module(name)) for name in names), graphmend.fingerprint())
    """
    first, second = project.code(text)[0], project.code(text)[0]
    assert first == second and first[0].startswith("True ") and len(first[0].split()[1]) == 16
    project.write("two.py", MODULE + "    x = 1\n")
    assert project.code(text)[0] != first


def test_reload_and_pickle(project):
    path = project.folder / "model.py"
    out, _ = project.code(f"""
        import importlib, model, pickle
        print(type(pickle.loads(pickle.dumps(model.Kept()))) is model.Kept)
        path = {str(path)!r}
        text = open(path).read()
        print("graphmend" in text)  # who reads the file reads the file
        open(path, "w").write(text + "\\nnew = 1\\n")
        importlib.reload(model)
        print(model.new, "_graphmend" in vars(model))
    """)
    assert out == ["True", "False", "1 True"]


def test_other_loaders_stay(project):
    project.write("space/inner.py", MODULE)  # a namespace package
    with zipfile.ZipFile(project.folder / "zipped.zip", "w") as archive:
        archive.writestr("zipped.py", textwrap.dedent(MODULE))
    out, _ = project.code("""
        import sys
        sys.path.append("zipped.zip")
        import space.inner, zipped
        print("_graphmend" in vars(space.inner), "_graphmend" in vars(zipped), zipped.show(2))
    """)
    assert out == ["shown", "True False 2"]


def test_with_pytest(project):
    project.write("test_it.py", """
        import graphmend_stand_in, model

        def test_model():
            assert "_graphmend" in vars(model)
    """)
    assert "1 passed" in project.run("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py")[0][-1]


def test_only_what_is_in_scope(project, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "library").mkdir(parents=True)
    (elsewhere / "library/__init__.py").write_text(textwrap.dedent(MODULE))
    out = [project.code(IS_REWRITTEN.format("library"), options=options, PYTHONPATH=str(elsewhere))[0]
           for options in ((), ("--packages", "other,library"))]
    assert out == [["False"], ["True"]]


def test_the_report(project):
    project.write("declined.py", """
        import torch

        @torch.compile
        def show(x, file):
            print("shown", file=file)
    """)
    err = project.code("import model, declined", options=["--report"])[1]
    assert "line 6, show (GM401): keep the output in the graph" in err
    assert "line 6, show (GM401): left as it is: the program may read what is written to `file`" in err


def test_effects_that_do_not_wait_are_asked_for(project):
    script = "import os; print(os.environ.get('GRAPHMEND_ASYNC'))"
    assert [project.run("-c", script, options=each)[0] for each in ([], ["--async"])] == [["None"], ["1"]]


def test_a_sitecustomize_of_the_user_runs(project):
    project.write("hidden/sitecustomize.py", "print('customized')")
    out, _ = project.code("import model; print('_graphmend' in vars(model))", PYTHONPATH="hidden")
    assert out == ["customized", "True"]


def run_with_binary(project, binary):
    """A run whose hook asks another binary."""
    hook = ("import json, os, sys; s = json.loads(os.environ['GRAPHMEND_RUN']); s['binary'] = sys.argv[1]; "
            "os.environ['GRAPHMEND_RUN'] = json.dumps(s); "
            "os.execv(sys.executable, [sys.executable, '-c', sys.argv[2]])")
    return project.run("-c", hook, binary, "import graphmend_stand_in, model, sys; model.show(3)", options=["--report"])


@pytest.mark.parametrize("script", [
    "exit 1", "read line; kill -9 $$", "read line; echo nonsense; cat >/dev/null", "read line; echo '{\"error\": \"no\"}'",
    "printf half; exit 0", "read line; echo '{\"text\": \"def (\", \"treated\": [], \"fixes\": 0, \"files\": []}'"])
def test_a_binary_that_fails(project, tmp_path, script):
    binary = tmp_path / "binary"
    binary.write_text("#!/bin/sh\n" + script)
    binary.chmod(0o755)
    out, err = run_with_binary(project, binary)
    assert out == ["shown"] and "imported as it is" in err


def test_a_missing_binary(project, tmp_path):
    out, err = run_with_binary(project, tmp_path / "missing")
    assert out == ["shown"] and "imported as it is" in err


def test_a_broken_cache(project):
    text = "import model; print('_graphmend' in vars(model))"
    assert project.code(text)[0] == ["True"]
    for entry in project.cache.iterdir():
        entry.write_bytes(entry.read_bytes()[:-7])
    assert project.code(text)[0] == ["True"]
    project.cache.chmod(0o500)
    assert project.code(text)[0] == ["True"]
    project.cache.chmod(0o700)


def test_an_interrupt_is_for_the_program(project):
    project.write("wait.py", """
        import os, signal, time, graphmend_stand_in, model
        try:
            os.killpg(0, signal.SIGINT)
            while True:  # another thread may have taken the signal: then nothing wakes a pause
                time.sleep(0.01)
        except KeyboardInterrupt:
            pass
        import model
        print("still there")
    """)
    done = subprocess.run([PROGRAM, "run", "--cache-dir", str(project.cache), "--", sys.executable, "wait.py"],
                          cwd=project.folder, capture_output=True, text=True, timeout=600, start_new_session=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # background jobs ignore it
    assert done.stdout == "still there\n"


def test_what_is_no_command():
    done = subprocess.run([PROGRAM, "run", "--", "no-such-program"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (2, "graphmend: no-such-program: No such file or directory\n")
    assert subprocess.run([PROGRAM, "run"], capture_output=True).returncode == 2


def test_a_package_that_is_linked_into_site_packages_belongs_to_the_project(tmp_path, monkeypatch):
    from graphmend.hook.scope import Scope

    project, site = tmp_path / "project", tmp_path / "env/lib/site-packages"
    (project / "mine").mkdir(parents=True)
    (site / "other").mkdir(parents=True)
    (site / "mine").symlink_to(project / "mine")
    monkeypatch.chdir(project)
    scope = Scope(["named"])
    assert scope.holds("mine.model", str(site / "mine/model.py"))
    assert scope.holds("train", str(project / "train.py"))
    assert scope.holds("named.deep", str(site / "named/deep.py"))
    assert not scope.holds("other.model", str(site / "other/model.py"))
    assert not scope.holds("single", str(site / "single.py"))
    assert not scope.holds("json", json.__file__)


def test_torchrun(tmp_path):
    script = tmp_path / "train.py"
    script.write_text(textwrap.dedent("""
        import os, torch, torch._dynamo

        @torch.compile(backend="eager")
        def step(x):
            print("step", int(x.sum()))
            return x + 1

        step(torch.ones(3))
        broken = sum(torch._dynamo.utils.counters["graph_break"].values())
        print("rank", os.environ["RANK"], "_graphmend" in globals(), broken, flush=True)
    """))
    command = [PROGRAM, "run", "--cache-dir", str(tmp_path / "cache"), "--", sys.executable, "-m", "torch.distributed.run",
               "--nproc-per-node", "2", "--master-port", "0", "--log-dir", str(tmp_path / "logs"), "--redirects", "1", str(script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=900)
    # Each rank writes to a file of its own: in one pipe, their lines may stand in each other.
    shown = sorted(log.read_text() for log in (tmp_path / "logs").rglob("stdout.log"))
    assert shown == ["step 3\nrank 0 True 0\n", "step 3\nrank 1 True 0\n"], done.stderr
