#!/usr/bin/env bash
# Compiles every program of c/ to assembly and to an executable, runs both with jal, and compares what
# they print and how they end. Usage: compare.sh JAL [PROGRAM…]
#
# Needs gcc-riscv64-unknown-elf, gcc-mipsel-linux-gnu and gcc-mips-linux-gnu. With QEMU=1, the
# executables also run in qemu-riscv32, qemu-mipsel and qemu-mips (qemu-user).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
jal=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
usual=(-ffreestanding -nostdlib -static -fno-builtin -fno-tree-loop-distribute-patterns -fcommon
    -fno-stack-protector -w -Wl,--no-warn-rwx-segments)

# A name, the compiler with its options, the options of jal, the start file, and qemu.
configurations=(
    "rv32imafd|riscv64-unknown-elf-gcc -march=rv32imafd -mabi=ilp32d||crt0.rv32.S|qemu-riscv32"
    "rv32im|riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32||crt0.rv32.S|qemu-riscv32"
    "rv32imac|riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32||crt0.rv32.S|qemu-riscv32"
    "mipsel|mipsel-linux-gnu-gcc -mno-abicalls -fno-pic -no-pie||crt0.mips32.S|qemu-mipsel"
    "mipsel-pic|mipsel-linux-gnu-gcc -no-pie -Wl,--no-dynamic-linker||crt0.mips32.S|qemu-mipsel"
    "mips|mips-linux-gnu-gcc -mno-abicalls -fno-pic -no-pie|--big-endian|crt0.mips32.S|qemu-mips"
    "mips-pic|mips-linux-gnu-gcc -no-pie|--big-endian|crt0.mips32.S|qemu-mips"
)
run() { # what it prints, and its exit status on a line of its own
    local status=0
    "$@" >"$work/out" 2>"$work/err" </dev/null || status=$?
    cat "$work/out"
    printf '\nstatus %s\n' "$status"
    if [ "$status" -ge 120 ]; then cat "$work/err" >&2; fi
}
count=0 failures=0
for configuration in "${configurations[@]}"; do
    IFS='|' read -r name compiler options start qemu <<<"$configuration"
    read -ra compiler <<<"$compiler"
    read -ra options <<<"$options"
    for source in "$here"/c/*.c; do
        base=$(basename "$source" .c)
        if [ $# -gt 0 ] && [[ " $* " != *" $base "* ]]; then continue; fi
        grep -q '^/\* Part of' "$source" && continue
        case $name in rv32im*) [ "$name" != rv32imafd ] && grep -q '^/\* needs: float' "$source" && continue ;; esac
        sources=("$source")
        with=$(sed -n 's|^/\* with: \(.*\) \*/|\1|p' "$source")
        if [ -n "$with" ]; then sources+=("$here/c/$with"); fi
        for level in 0 2; do
            texts=()
            for one in "${sources[@]}"; do
                text="$work/$(basename "$one" .c).s"
                "${compiler[@]}" "${usual[@]}" -O$level -S "$one" -o "$text"
                texts+=("$text")
            done
            "${compiler[@]}" "${usual[@]}" -O$level "${sources[@]}" "$here/$start" -o "$work/elf"
            more=()
            for text in "${texts[@]:1}"; do more+=(--with "$text"); done
            run "$jal" run "${options[@]}" "${more[@]}" "${texts[0]}" >"$work/ours"
            run "$jal" run "$work/elf" >"$work/theirs"
            count=$((count + 1))
            if ! cmp -s "$work/ours" "$work/theirs"; then
                failures=$((failures + 1))
                echo "$base for $name at -O$level: the text and the executable differ"
                diff "$work/theirs" "$work/ours" | head -5 || true
            elif [ -n "${QEMU:-}" ]; then
                run "$qemu" "$work/elf" >"$work/qemu"
                cmp -s "$work/ours" "$work/qemu" || { failures=$((failures + 1)); echo "$base for $name at -O$level: qemu differs"; }
            fi
        done
    done
done
echo "$count programs compared, $failures differ"
[ "$failures" = 0 ] && [ "$count" -gt 0 ]
