"""graphmend.exe under Wine: what it prints and writes, held against the program for Linux. `./dev windows` runs it."""

import json
import os
import shutil
import subprocess

import pytest

from conftest import ROOT

BREAKS = """\
import torch


@torch.compile
def f(x):
    if x.sum() > 0:
        x = x * 2
    else:
        x = x + 1
    return x
"""


def same(windows, linux, *arguments, **more):
    there, here = windows(*arguments, **more), linux(*arguments, **more)
    assert (there.stdout.decode(), there.stderr.decode(), there.returncode) == \
        (here.stdout.decode(), here.stderr.decode(), here.returncode)
    return there


@pytest.mark.parametrize("arguments", [
    ["--version"], ["--help"], ["rules"], ["rules", "--output-format", "json"], ["explain", "GM101"], ["man"],
    ["completions", "powershell"], ["check", "--help"], ["no-such-command"]], ids=" ".join)
def test_what_it_tells_of_itself(windows, linux, arguments):
    there, here = windows(*arguments), linux(*arguments)
    told = here.stdout.decode()
    for caches in ("~/.cache", "\\(ti/.cache"):  # as in the help, and in the manual
        told = told.replace(caches, "%LOCALAPPDATA%")
    assert (there.stdout.decode(), there.stderr, there.returncode) == (told, here.stderr, here.returncode)


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "gitlab", "junit"])
def test_formats(windows, linux, form):
    assert same(windows, linux, "check", "examples", "--output-format", form).returncode == 1


@pytest.mark.parametrize("arguments", [["check", "--output-format", "json"], ["check", "--entries"], ["fix", "--diff"],
                                       ["fix", "--diff", "--unsafe"]], ids=" ".join)
def test_all_sources_of_the_project(windows, linux, arguments):
    same(windows, linux, *arguments, "--no-cache", "tests", "examples")


def test_a_second_run_takes_results_from_the_cache(windows, linux, tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "project")
    own = {"GRAPHMEND_CACHE_DIR": str(tmp_path / "cache")}
    first = windows("check", "project", "--output-format", "json", cwd=tmp_path, **own)
    assert list((tmp_path / "cache").glob("*.facts"))
    assert windows("check", "project", "--output-format", "json", cwd=tmp_path, **own).stdout == first.stdout
    (tmp_path / "project/new.py").write_text(BREAKS)
    third = windows("check", "project", "--output-format", "json", cwd=tmp_path, **own)
    assert third.stdout == linux("check", "project", "--output-format", "json", cwd=tmp_path).stdout != first.stdout
    assert b"bytes" in windows("clean", **own).stdout or not (tmp_path / "cache").exists()


def test_the_cache_is_in_the_folder_of_the_user(windows, prefix, tmp_path):
    def local():
        return set(prefix.glob("drive_c/users/*/AppData/Local/graphmend/*.facts"))

    before = local()
    (tmp_path / "a.py").write_text(BREAKS)
    windows("check", "a.py", cwd=tmp_path, GRAPHMEND_CACHE_DIR="", XDG_CACHE_HOME="")
    assert local() > before


@pytest.fixture
def project(tmp_path):
    """Lines that end in CR LF, names beyond ASCII, another encoding, and what is ignored."""
    for name, text in {"crlf.py": BREAKS.replace("\n", "\r\n"), "é/größe.py": BREAKS, "日本/モデル.py": BREAKS,
                       "latin.py": "# coding: latin-1\n# ü\n" + BREAKS, "ignored/a.py": BREAKS,
                       "a b/c d.py": BREAKS}.items():
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(text.encode("latin-1" if name == "latin.py" else "utf-8"))
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_bytes(b"/ignored/\r\n")
    (tmp_path / "graphmend.toml").write_text('exclude = ["a b"]\n[per-file-ignores]\n"日本/**" = ["GM101"]\n')
    return tmp_path


def test_a_folder_with_other_names_and_line_ends(windows, linux, project):
    told = same(windows, linux, "check", ".", "--output-format", "json", cwd=project)
    assert {each["path"] for each in json.loads(told.stdout)["findings"]} >= {"crlf.py", "latin.py", "é/größe.py"}


def test_fix_writes_what_it_writes_on_linux(windows, linux, project, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "project"
    shutil.copytree(project, other)
    there, here = windows("fix", "--unsafe", ".", cwd=project), linux("fix", "--unsafe", ".", cwd=other)
    assert (there.stdout, there.returncode) == (here.stdout, here.returncode)
    files = [each.relative_to(project) for each in project.rglob("*") if each.is_file()]
    assert sorted(files) == sorted(each.relative_to(other) for each in other.rglob("*") if each.is_file())
    for file in files:
        assert (project / file).read_bytes() == (other / file).read_bytes()
    assert (project / "crlf.py").read_bytes().count(b"\r\n") == (project / "crlf.py").read_bytes().count(b"\n") > 0
    assert b"torch.where" in (project / "é/größe.py").read_bytes()


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


@pytest.mark.parametrize("spelled", ["é\\größe.py", "é/größe.py", ".\\é\\größe.py", None], ids=ascii)
def test_paths_with_backslashes_and_drives(windows, project, spelled):
    told = windows("check", spelled or windows_path(project / "é/größe.py"), "--output-format", "json", cwd=project)
    assert {each["path"] for each in json.loads(told.stdout)["findings"]} == {"é/größe.py"}


def test_a_path_outside_of_the_working_directory_is_absolute(windows, project):
    told = windows("check", "..\\crlf.py", "--output-format", "json", cwd=project / "日本")
    assert {each["path"] for each in json.loads(told.stdout)["findings"]} == {"Z:" + str(project / "crlf.py")}
    told = windows("check", "..\\crlf.py", "--output-format", "sarif", cwd=project / "日本")
    assert f'"/Z%3A{project / "crlf.py"}"'.encode() in told.stdout


def test_standard_input(windows, linux):
    assert same(windows, linux, "check", "-", "--output-format", "json", stdin=BREAKS.replace("\n", "\r\n").encode()).returncode == 1


def test_a_file_that_may_not_be_written_stays(windows, project):
    file = project / "crlf.py"
    file.chmod(0o444)  # what Wine shows as read-only
    told = windows("fix", "crlf.py", cwd=project)
    assert told.returncode == 2 and b"Permission denied" in told.stderr + told.stdout
    assert b"torch.where" not in file.read_bytes()


def test_no_such_file(windows):
    told = windows("check", "no such.py")
    assert told.returncode == 2 and b"No such file or directory" in told.stderr


def test_a_virtual_environment_of_windows_tells_the_version_of_torch(windows, project):
    packages = project / ".venv/Lib/site-packages/torch"
    packages.mkdir(parents=True)
    (packages / "version.py").write_text("__version__ = '2.6.0'\n")
    (project / ".venv/pyvenv.cfg").write_text("version = 3.12.1\n")
    told = windows("config", ".", cwd=project).stdout.decode()
    assert "2.6" in told and "3.12" in told


def test_programs_are_not_run(windows, project):
    (project / "python.exe").write_bytes(b"")
    told = windows("confirm", "--python", ".\\python.exe", "crlf.py", cwd=project)
    assert told.returncode == 2 and b"not on Windows" in told.stderr


def test_run_starts_a_program_and_ends_as_it_does(windows, project):
    told = windows("run", "--", "cmd", "/c", "echo %PYTHONPATH% & exit 7", cwd=project)
    assert told.returncode == 7 and b"hook/start" in told.stdout


def test_agents_are_served(windows):
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
             "params": {"name": "check", "arguments": {"paths": ["examples"]}}}
    told = json.loads(windows("mcp", stdin=json.dumps(asked).encode() + b"\r\n").stdout)
    assert "GM101" in json.dumps(told["result"])


def test_what_is_new_since_a_revision(windows, project, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bin")
    zig = [ROOT / "build/zig/bin/python-zig", "cc", "-target", "x86_64-windows-gnu", "-w"]
    subprocess.run([*zig, ROOT / "tests/windows/git.c", "-o", folder / "git.exe"], check=True,
                   env=os.environ | {"ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build/zig-cache")})
    (folder / "old").write_text(BREAKS)
    for name in ("old.py", "new file.py"):
        (project / name).write_text(BREAKS)
    arguments = ["check", "old.py", "new file.py", "--diff-base", 'a "b\\', "--output-format", "json"]
    told = windows(*arguments, cwd=project, WINEPATH=windows_path(folder), FAKE_TOP="Z:" + str(project),
                   FAKE_BASE=windows_path(folder / "old"))
    assert {each["path"] for each in json.loads(told.stdout)["findings"]} == {"new file.py"}
    told = windows(*arguments, cwd=project)
    assert told.returncode == 2 and b"there is no program `git`" in told.stderr
