#!/usr/bin/env bash
# Records what GNU as and ld make of the sources here: NAME.hex has a line for each piece of memory,
# its address and its bytes. Needs binutils-riscv64-unknown-elf, binutils-mips-linux-gnu and
# binutils-mipsel-linux-gnu.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
record() { # prefix, base, source, result, options of as
    local tools=$1 base=$2 source=$3 result=$4
    shift 4
    "$tools-as" "$@" -I "$(dirname "$source")" "$source" -o "$work/o" 2>"$work/log" || { cat "$work/log"; exit 1; }
    sed "s/BASE/$base/" link.ld >"$work/ld"
    "$tools-ld" -T "$work/ld" --no-relax --no-warn-rwx-segments $LDFLAGS "$work/o" -o "$work/elf"
    "$tools-objdump" -s "$work/elf" | awk '/^ [0-9a-f]+ / { bytes = substr($0, length($1) + 3, 35); gsub(/ /, "", bytes); print $1, bytes }' >"$result"
}
for source in rv32/*.s; do
    LDFLAGS=-melf32lriscv record riscv64-unknown-elf 0x10000 "$source" "${source%.s}.hex" -march=rv32imafd -mabi=ilp32d -mno-relax
done
for source in mips32/*.s; do
    for order in mipsel mips; do
        LDFLAGS= record $order-linux-gnu 0x400000 "$source" "${source%.s}.$order.hex" -O1 -mno-pdr -mabi=32 -march=mips32r2 -G0 -call_nonpic -mno-shared
    done
done
