# For ./dev and the scripts beside this one, which set `root` and read it: where things are, what a command needs (on
# Debian it is installed), and the build.
# shellcheck shell=bash disable=SC2034,SC2154

shared=$root/../shared
binary=$root/build/release/graphmend
venv=$root/build/venv
torch=$root/build/torch
site=$root/build/bench/site
export CMAKE_GENERATOR=${CMAKE_GENERATOR:-Ninja} PYTHONDONTWRITEBYTECODE=1

say() { printf 'dev: %s\n' "$*" >&2; }

die() {
    say "$@"
    exit 2
}

# --- What is needed: PACKAGE:PROBE, where a probe is a command, a header or a Python import -----------------------------

build_needs=(
    cmake:cmake ninja-build:ninja g++:c++ libboost-dev:boost/asio.hpp nlohmann-json3-dev:nlohmann/json.hpp
    libspdlog-dev:spdlog/spdlog.h libcli11-dev:CLI/CLI.hpp libtomlplusplus-dev:toml++/toml.h libxxhash-dev:xxhash.h doctest-dev:doctest/doctest.h
)
fuzz_needs=(clang:clang "libclang-rt-14-dev:/usr/lib/clang/14/lib/linux/libclang_rt.fuzzer-$(uname -m).a" llvm:llvm-symbolizer)
python_needs=(python3:python3 "python3-venv:import ensurepip")
# inductor compiles extensions of Python.
torch_needs=("${python_needs[@]}" g++:c++ "python3-dev:import os, sysconfig; os.stat(sysconfig.get_path('include') + '/Python.h')")

# tree-sitter and its grammar are there, exactly as the lock file says.
sources_fetched() { [[ $root/third_party/node_modules/.package-lock.json -nt $root/third_party/package-lock.json ]]; }
sources_fetched || build_needs+=(npm:npm)

# alone NAME COMMAND...: while it runs, another ./dev that wants to do the same waits.
alone() {
    mkdir -p "$root/build"
    (
        flock 9
        "${@:2}"
    ) 9>"$root/build/.$1.lock" </dev/null
}

present() {
    case $1 in
        *.h | *.hpp) [[ -e /usr/include/$1 || -e /usr/local/include/$1 ]] ;;
        /*) [[ -e $1 ]] ;;
        import\ *) python3 -c "$1" 2>/dev/null ;;
        *) command -v "$1" >/dev/null ;;
    esac
}

need() {
    local each missing=()
    for each in "$@"; do
        present "${each#*:}" || missing+=("${each%%:*}")
    done
    [[ ${#missing[@]} -gt 0 ]] || return 0
    command -v apt-get >/dev/null || die "not found: ${missing[*]} (these are the names of Debian's packages)"
    [[ $(id -u) == 0 ]] || die "missing, install as root: apt-get install --no-install-recommends ${missing[*]}"
    say "installing ${missing[*]}"
    alone apt install "${missing[@]}"
}

install() {
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# make_venv FOLDER WHAT LIST...: a virtual environment of our own, because Debian's Python takes no packages.
make_venv() {
    local folder=$1 what=$2
    shift 2
    [[ -e $folder/.stamp && -z $(find "$@" -newer "$folder/.stamp" -print -quit) ]] && return
    say "installing $what into ${folder#"$root/"}"
    python3 -m venv "$folder"
    "$folder/bin/pip" install -qq --disable-pip-version-check "${@/#/-r}" >&2
    touch "$folder/.stamp"
}

need_python() {
    need "${python_needs[@]}"
    alone venv make_venv "$venv" "Python packages" "$root"/tests/{requirements.txt,lsp/requirements.txt}
}

# The real PyTorch, for what runs programs; large, so in an environment of its own.
need_torch() {
    need "${torch_needs[@]}"
    alone torch make_venv "$torch" PyTorch "$root/tests/runner/requirements.txt"
}

# The sources of transformers, as input; nothing of it is run.
need_transformers() {
    need_python
    alone site install_transformers
}

install_transformers() {
    [[ -d $site/transformers ]] ||
        "$venv/bin/pip" install -qq --disable-pip-version-check --no-deps --target "$site" transformers==4.52.4 >&2
}

# What the paper's models are made of, beside PyTorch.
need_models() {
    "$torch/bin/python" -c 'import transformers, sentencepiece' 2>/dev/null ||
        "$torch/bin/pip" install -qq --disable-pip-version-check transformers==4.52.4 sentencepiece einops scipy </dev/null >&2
}

need_shared() { [[ -d $shared/$1 ]] || die "needs ../shared/$1 beside the repository, which is not there"; }

# --- Building -----------------------------------------------------------------------------------------------------------

fetch_sources() {
    sources_fetched || (cd "$root/third_party" && npm ci --ignore-scripts --no-audit --no-fund) >&2
}

# build PRESET TARGET [CMAKE OPTIONS]
build() {
    need "${build_needs[@]}"
    alone sources fetch_sources
    alone "$1" compile "$@" >&2 || die "the build failed"
}

compile() {
    local preset=$1 target=$2 folder=$root/build/$1
    shift 2
    { [[ $# == 0 && $folder/compile_commands.json -nt $root/CMakePresets.json ]] ||
        (cd "$root" && cmake --preset "$preset" "$@" >/dev/null); } &&
        cmake --build "$folder" --target "$target" --parallel "$(nproc)"
}

# The release binary. The stamp is as old as the start of the last build: what is newer may not be in it.
build_release() {
    local stamp=$root/build/release/.stamp inputs=() begun
    local each
    for each in CMakeLists.txt CMakePresets.json cmake analysis transforms server runner third_party/{CMakeLists.txt,package-lock.json}; do
        [[ -e $root/$each ]] && inputs+=("$root/$each")
    done
    [[ -x $binary && -e $stamp && -z $(find "${inputs[@]}" -newer "$stamp" -print -quit) ]] && return
    begun=$(date --iso-8601=ns)
    build release graphmend
    touch --date="$begun" "$stamp"
}
