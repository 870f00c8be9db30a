#!/bin/sh
# Builds the objects again that tests/objects.rs links. Not needed to run the tests: they are kept in the
# repository. The expected output is recorded only if all programs that GNU ld links print the same in qemu.
#
# Needs riscv64-unknown-elf-gcc with rv32 multilibs, mips-linux-gnu-gcc, mipsel-linux-gnu-gcc and qemu-user.
set -eu
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
COMMON="-std=gnu11 -Wall -Wextra -ffreestanding -fcommon -fno-ident -fno-asynchronous-unwind-tables"

# build VARIANT COMPILER EMULATOR START OPTIONS…
build() {
    variant=$1 compiler=$2 emulator=$3 start=$4
    shift 4
    for name in main part print; do
        "$compiler-gcc" "$@" $COMMON -c "$name.c" -o "$name.$variant.o"
        "$compiler-objcopy" --strip-debug -R .comment -R .note.GNU-stack -R .pdr "$name.$variant.o"
    done
    # The start finds its addresses without a table.
    case $compiler in mips*) plain="-mno-abicalls -fno-pic" ;; *) plain="" ;; esac
    "$compiler-gcc" "$@" $plain -c -x assembler "$start" -o "$scratch/start.o"
    rm -f "libparts.$variant.a"
    "$compiler-ar" rcD "libparts.$variant.a" "part.$variant.o" "print.$variant.o"
    "$compiler-gcc" "$@" -nostdlib -static -no-pie "$scratch/start.o" "main.$variant.o" "libparts.$variant.a" \
        -Wl,--no-relax -lgcc -o "$scratch/program"
    rm "part.$variant.o" "print.$variant.o"
    code=0
    "$emulator" "$scratch/program" >"$scratch/output" || code=$?
    echo "exit code $code" >>"$scratch/output"
    if [ -f "$scratch/first" ]; then
        diff "$scratch/first" "$scratch/output"
    fi
    cp "$scratch/output" "$scratch/first"
}

rv=riscv64-unknown-elf
build rv32im $rv qemu-riscv32 start.rv32.s -march=rv32im -mabi=ilp32 -O1 -msmall-data-limit=0
build rv32imac $rv qemu-riscv32 start.rv32.s -march=rv32imac -mabi=ilp32 -Os -mcmodel=medany
build rv32pic $rv qemu-riscv32 start.rv32.s -march=rv32imac -mabi=ilp32 -O2 -fPIC
for order in mips mipsel; do
    build $order $order-linux-gnu qemu-$order start.mips.asm -march=mips32 -mabi=32 -mno-abicalls -fno-pic \
        -O1 -G8 -mgpopt
    build $order-pic $order-linux-gnu qemu-$order start.mips.asm -march=mips32 -mabi=32 -O2 -fPIC
done
cp "$scratch/first" program.ref
