#!/bin/sh
# Builds the C kernels again, bare programs with Linux system calls: NAME.elf
# (rv32im), NAME.mipsel.elf and NAME.mips.elf (mips32, low and high byte first).
# Not needed to run the bench: the ELFs are kept in the repository.
#
#   sh benches/kernels/build.sh          build
#   sh benches/kernels/build.sh check    then compare with expected.txt
#
# Needs riscv64-unknown-elf-gcc with rv32 multilibs, mipsel-linux-gnu-gcc and
# mips-linux-gnu-gcc (Debian: gcc-riscv64-unknown-elf, gcc-mipsel-linux-gnu,
# gcc-mips-linux-gnu); `check` also needs qemu-user and a native gcc.
set -eu
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# -fwrapv: overflow wraps, as it does in the assembly programs. The last option
# keeps loops that clear or copy from becoming calls to the C library.
FLAGS="-O2 -std=gnu11 -Wall -Wextra -fwrapv -ffreestanding -fno-tree-loop-distribute-patterns"
LINK="-nostdlib -static -T link.ld -Wl,--build-id=none -Wl,-S"
MIPS="-march=mips32 -mabi=32 -mno-abicalls -fno-pic -no-pie -G0 -mno-check-zero-division"

# build COMPILER MACHINE START EMULATOR ENDING
build() {
    $1 $2 -c "$3" -o "$objects/start.o"
    $1 $2 $FLAGS -fno-ident -c main.c -o "$objects/main.o"
    while read -r name checksum; do
        $1 $2 $FLAGS -fno-ident -c "$name.c" -o "$objects/$name.o"
        $1 $2 $LINK "$objects/start.o" "$objects/main.o" "$objects/$name.o" -lgcc -o "$name$5"
        [ "$mode" = check ] || continue
        gcc $FLAGS main.c "$name.c" -o "$objects/native"
        native=$("$objects/native")
        emulated=$("$4" "$name$5")
        echo "$name$5: native $native, qemu $emulated, expected $checksum"
        [ "$native" = "$checksum" ] && [ "$emulated" = "$checksum" ]
    done <expected.txt
}

mode=${1:-}
build riscv64-unknown-elf-gcc "-march=rv32im -mabi=ilp32" start.rv32.S qemu-riscv32 .elf
build mipsel-linux-gnu-gcc "$MIPS" start.mips32.S qemu-mipsel .mipsel.elf
build mips-linux-gnu-gcc "$MIPS" start.mips32.S qemu-mips .mips.elf
