#!/bin/sh
# Builds the C kernels again: NAME.elf, bare rv32im programs with Linux system
# calls. Not needed to run the bench: the ELFs are kept in the repository.
#
#   sh benches/kernels/build.sh          build
#   sh benches/kernels/build.sh check    then compare with expected.txt
#
# Needs riscv64-unknown-elf-gcc (Debian: gcc-riscv64-unknown-elf) with rv32
# multilibs; `check` also needs qemu-riscv32 (qemu-user) and a native gcc.
set -eu
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

CC=riscv64-unknown-elf-gcc
MACHINE="-march=rv32im -mabi=ilp32"
# -fwrapv: overflow wraps, as it does in the assembly programs. The last option
# keeps loops that clear or copy from becoming calls to the C library.
FLAGS="-O2 -std=gnu11 -Wall -Wextra -fwrapv -ffreestanding -fno-tree-loop-distribute-patterns"
LINK="-nostdlib -static -T link.ld -Wl,--build-id=none -Wl,-S"

$CC $MACHINE -c start.S -o "$objects/start.o"
$CC $MACHINE $FLAGS -fno-ident -c main.c -o "$objects/main.o"
while read -r name checksum; do
    $CC $MACHINE $FLAGS -fno-ident -c "$name.c" -o "$objects/$name.o"
    $CC $MACHINE $LINK "$objects/start.o" "$objects/main.o" "$objects/$name.o" -lgcc -o "$name.elf"
    [ "${1:-}" = check ] || continue
    gcc $FLAGS main.c "$name.c" -o "$objects/native"
    native=$("$objects/native")
    emulated=$(qemu-riscv32 "$name.elf")
    echo "$name: native $native, qemu $emulated, expected $checksum"
    [ "$native" = "$checksum" ] && [ "$emulated" = "$checksum" ]
done <expected.txt
