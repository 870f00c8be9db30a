#!/usr/bin/env bash
# Real editors and `jal lsp`: run.sh [JAL]. Installs what it needs; what cannot be installed is skipped, loudly.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
JAL=$(realpath "${1:-$here/../../target/debug/jal}")
export JAL
cd "$here"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
project() {
    WORK=$work/$1
    export WORK
    mkdir -p "$WORK"
    printf '.import "lib.s"\nmain:\n  jal ra, dubble\n  li a0, 10\n  ecall\n' >"$WORK/main.s"
    printf '.globl double\ndouble:\n  add a0, a0, a0\n  ret\n' >"$WORK/lib.s"
}
need() { command -v "$1" >/dev/null || apt-get install -y "$2" >/dev/null 2>&1 || true; }
need nvim neovim
need emacs emacs-nox
if command -v nvim >/dev/null; then
    project nvim
    timeout 60 nvim --headless -u NONE -c "luafile $PWD/nvim.lua"
else
    echo "skipped: neovim is not there"
fi
if command -v emacs >/dev/null && emacs --batch --eval "(require 'eglot)" 2>/dev/null; then
    project emacs
    timeout 60 emacs --batch -Q -l "$PWD/eglot.el"
else
    echo "skipped: Emacs with eglot is not there"
fi
if python3 -m venv "$work/venv" >/dev/null 2>&1 \
    && "$work/venv/bin/pip" install -q pytest-lsp pytest-asyncio >"$work/pip.log" 2>&1; then
    timeout 60 "$work/venv/bin/pytest" -q -p no:cacheprovider test_protocol.py
else
    echo "skipped: pytest-lsp cannot be installed"
fi
