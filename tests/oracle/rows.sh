#!/usr/bin/env bash
# The models of ../shared/oracle/rows under `graphmend run`: what is left of their breaks, and whether they compute the same.
#
#   rows.sh BINARY ORACLE FOLDER PYTHON [OPTIONS of accept.py]
#
# PYTHON is one with torch. FOLDER keeps what is installed, once, and the results.
set -euo pipefail
binary=$1 oracle=$2 folder=$3 python=$4
shift 4

if [[ ! -e $folder/.complete ]]; then
    mkdir -p "$folder"
    cp "$oracle"/rows/*.py "$folder"
    "$python" -m venv "$folder/venv"
    "$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
        >"$("$folder/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/torch.pth"
    pip=("$folder/venv/bin/pip" install -qq --disable-pip-version-check)
    "${pip[@]}" transformers==4.52.4 sentencepiece einops scipy >&2
    "${pip[@]}" --no-deps --target "$folder/extra" chronos-forecasting==1.5.3 >&2
    touch "$folder/.complete"
fi
cd "$folder"
exec venv/bin/python accept.py --via "$binary run --packages transformers,chronos --" --out results "$@"
