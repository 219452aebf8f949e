"""What `./dev release` calls its packages for a processor, and that what is compiled for another processor is packed.

Nothing of GraphMend is compiled here: that takes a quarter of an hour.
"""

import platform
import re
import shutil
import subprocess
import sys
import zipfile

import pytest

from conftest import ROOT

CALLED = {"x86_64": ("amd64", "linux-x64 alpine-x64"), "aarch64": ("arm64", "linux-arm64 alpine-arm64"),
          "macos-arm64": ("", "darwin-arm64"), "macos-x86_64": ("", "darwin-x64"), "windows-x86_64": ("", "win32-x64")}
# Machines, as pip calls them, and for which of them a wheel is.
MACHINES = [f"{system}_{processor}" for system in ("manylinux2014", "manylinux_2_17", "musllinux_1_1", "macosx_11_0", "macosx_14_0")
            for processor in ("x86_64", "aarch64" if "linux" in system else "arm64")] + ["win_amd64", "win_arm64"]
TAKEN = {"aarch64": [each for each in MACHINES if each.endswith("aarch64")],
         "macos-arm64": [each for each in MACHINES if each.startswith("macosx") and each.endswith("arm64")],
         "macos-x86_64": [each for each in MACHINES if each.startswith("macosx") and each.endswith("x86_64")],
         "windows-x86_64": ["win_amd64"]}
CHOOSE = """\
root=$0
source "$root/tools/needs.sh"
source "$root/tools/release/processors.sh"
choose "$1"
printf '%s\\n' "$platforms" "$debian" "${codes[*]}" "$preset" "$toolchain" "$host"
"""
TOOLCHAIN = ROOT / "cmake/aarch64.cmake"
MACHINE_AARCH64 = 183  # in the header of an ELF file
TELLS_ITS_ARGUMENTS = """\
#include <stdio.h>
int main(int count, char** arguments) {
    for (int i = 1; i < count; ++i) puts(arguments[i]);
}
"""
crosses = pytest.mark.skipif(not shutil.which("aarch64-linux-gnu-gcc") or not shutil.which("qemu-aarch64-static"),
                             reason="no cross compiler for aarch64, or nothing that runs what it compiles")


def choose(processor):
    """A process that tells platforms, Debian's name, VS Code's names, preset, toolchain file and host, line by line."""
    return subprocess.run(["bash", "-euc", CHOOSE, ROOT, processor], capture_output=True, text=True)


@pytest.mark.parametrize("processor", CALLED)
@pytest.mark.skipif(platform.machine() != "x86_64", reason="packages for x86-64 are made there alone")
def test_the_targets_of_debian_and_vs_code(processor):
    assert tuple(choose(processor).stdout.splitlines()[1:3]) == CALLED[processor]


@pytest.mark.parametrize("file, version", [("mason/package.yaml", "@{}\n"), ("zed/extension.toml", 'version = "{}"\n'),
                                           ("zed/Cargo.toml", 'version = "{}"\n'), ("vscode/package.json", '"version": "{}",\n')])
def test_one_version_everywhere(file, version):
    [own] = re.findall(r"^project\(graphmend VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)
    assert version.format(own) in (ROOT / "editors" / file).read_text()


def test_another_processor_is_refused():
    refused = choose("sparc64")
    assert refused.returncode == 2 and "no packages are made for sparc64" in refused.stderr


@pytest.mark.skipif(not shutil.which("dpkg"), reason="licences are read from Debian's packages")
def test_all_that_is_linked_in_has_its_licence_there():
    told = [sys.executable, ROOT / "tools/release/licences.py", "1.0", platform.machine(), ""]
    text = subprocess.run(told, check=True, capture_output=True, text=True).stdout
    find = "import sbom, sys; print(*[each[0] for each in sbom.linked(*sys.argv[1:])], sep='\\n')"
    linked = subprocess.run([sys.executable, "-c", find, platform.machine(), ""], cwd=ROOT / "tools/release", check=True,
                            capture_output=True, text=True).stdout
    headings = " and ".join(text.split("\n" + "=" * 100 + "\n")[1::2]).split(" and ")
    assert set(linked.splitlines()) <= set(headings)
    assert "Boost Software License" in text and "GNU LESSER GENERAL PUBLIC LICENSE" in text


@pytest.mark.parametrize("processor", TAKEN)
def test_pip_takes_the_wheel_for_its_machines_alone(wheel, tmp_path, processor):
    platforms = choose(processor).stdout.splitlines()[0]
    name = wheel.name.rsplit("-", 1)[0]
    called = shutil.copy(wheel, tmp_path / f"{name}-{platforms}.whl")

    def takes(machine):
        command = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-index", "--no-deps",
                   "--only-binary=:all:", "--platform", machine, "--target", tmp_path / machine, called]
        return subprocess.run(command, capture_output=True).returncode == 0

    assert [each for each in MACHINES if takes(each)] == TAKEN[processor]


@pytest.mark.parametrize("processor", [each for each in CALLED if each != platform.machine()])
@pytest.mark.skipif(platform.machine() != "x86_64", reason="packages for x86-64 are made there alone")
def test_cmake_knows_the_preset_of_another_processor(processor):
    preset, toolchain, host = choose(processor).stdout.splitlines()[3:]
    listed = subprocess.run(["cmake", "--list-presets"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert f'"{preset}"' in listed
    assert toolchain == str(ROOT / f"cmake/{processor}.cmake")
    assert host == ("" if processor in ("x86_64", "aarch64") else str(ROOT / "build/static"))


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    """Stands for GraphMend on aarch64."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "main.c").write_text(TELLS_ITS_ARGUMENTS)
    subprocess.run(["aarch64-linux-gnu-gcc", "-static", "-o", "graphmend", "main.c"], cwd=folder, check=True)
    return folder / "graphmend"


@crosses
def test_the_debian_package_has_a_program_of_another_processor_and_what_it_tells(program, tmp_path):
    configure = ["cmake", "-S", ROOT, "-B", tmp_path, f"-DGRAPHMEND_PROGRAM={program}", f"-DCMAKE_TOOLCHAIN_FILE={TOOLCHAIN}",
                 "-DCPACK_DEBIAN_PACKAGE_ARCHITECTURE=arm64"]
    subprocess.run(configure, check=True, capture_output=True)
    subprocess.run(["cpack", "-G", "DEB"], cwd=tmp_path, check=True, capture_output=True)
    package = next(tmp_path.glob("*_arm64.deb"))
    asked = subprocess.run(["dpkg-deb", "--field", package, "Architecture"], check=True, capture_output=True, text=True)
    assert asked.stdout == "arm64\n"
    subprocess.run(["dpkg-deb", "--extract", package, tmp_path / "root"], check=True)
    assert machine((tmp_path / "root/usr/bin/graphmend").read_bytes()) == MACHINE_AARCH64
    share = tmp_path / "root/usr/share"
    assert (share / "man/man1/graphmend.1").read_text() == "man\n"
    assert (share / "zsh/vendor-completions/_graphmend").read_text() == "completions\nzsh\n"


@crosses
def test_the_wheel_has_a_program_of_another_processor_and_what_it_tells(program, make_wheel):
    packed = zipfile.ZipFile(make_wheel(f"GRAPHMEND_PROGRAM={program}", f"CMAKE_TOOLCHAIN_FILE={TOOLCHAIN}"))
    inside = {name.partition(".data/")[2]: name for name in packed.namelist()}
    assert machine(packed.read(inside["data/bin/graphmend"])) == MACHINE_AARCH64
    assert packed.read(inside["data/share/man/man1/graphmend.1"]) == b"man\n"


@pytest.fixture
def packed(tmp_path, make_wheel):
    """What is in the wheel of a program that nothing runs here, by its place; what it tells is asked of another."""

    def pack(name, processor):
        program, host = tmp_path / name, tmp_path / "host"
        program.write_bytes(b"for another system")
        host.mkdir()
        (host / "graphmend").write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
        (host / "graphmend").chmod(0o755)
        licences = tmp_path / "licences.txt"
        licences.write_text("MIT")
        wheel = zipfile.ZipFile(make_wheel(f"GRAPHMEND_PROGRAM={program}", f"GRAPHMEND_HOST={host}", f"GRAPHMEND_LICENCES={licences}",
                                           f"CMAKE_TOOLCHAIN_FILE={ROOT / f'cmake/{processor}.cmake'}"))
        return {each.partition(".data/")[2]: wheel.read(each) for each in wheel.namelist()}

    return pack


def test_the_wheel_has_a_program_that_nothing_runs_here_and_what_that_of_the_machine_tells(packed):
    inside = packed("graphmend", "macos-arm64")
    assert inside["data/bin/graphmend"] == b"for another system"
    assert inside["data/share/doc/graphmend/licences.txt"] == b"MIT"
    assert inside["data/share/man/man1/graphmend.1"] == b"man\n"


def test_the_wheel_for_windows_has_the_program_where_environments_have_theirs_there(packed):
    inside = packed("graphmend.exe", "windows-x86_64")
    assert inside["scripts/graphmend.exe"] == b"for another system"
    assert inside["data/share/man/man1/graphmend.1"] == b"man\n"


def machine(program):
    return int.from_bytes(program[18:20], "little")
