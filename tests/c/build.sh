#!/bin/sh
# Builds the C test programs again and checks them. Not needed to run the
# tests: the ELFs and the expected outputs are kept in the repository.
#
#   sh tests/c/build.sh            build every NAME.MARCH.elf
#   sh tests/c/build.sh refs       then also record NAME.ref (see below)
#
# Needs riscv64-unknown-elf-gcc (Debian: gcc-riscv64-unknown-elf) with rv32
# multilibs. `refs` also needs qemu-riscv32 (qemu-user) and a native gcc: an
# expected output is recorded only when the native program and all ELFs under
# qemu-riscv32 print the same and end with the same code. fpcsr is about the
# instructions themselves, so for it there is no native program.
set -eu
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

CC=riscv64-unknown-elf-gcc
COMMON="-O2 -std=gnu11 -Wall -Wextra -ffreestanding -fno-math-errno -ffp-contract=off"
TARGET="$COMMON -fno-ident -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections"
# -g is not given, but libgcc brings debug sections of its own: -Wl,-S drops
# them and keeps the symbol table.
LINK="-nostdlib -static -T link.ld -Wl,--build-id=none -Wl,--gc-sections -Wl,-S"

# The programs and the targets that each is built for.
ALL="rv32imafc rv32imafdc rv32im"
HARD="rv32imafc rv32imafdc"
programs="hello sort matrix_float nbody_double muldiv atomics strings jumptable heap fpcsr"
targets_of() {
    case $1 in
        atomics | fpcsr) echo "$HARD" ;;
        *) echo "$ALL" ;;
    esac
}
abi_of() {
    case $1 in
        rv32imafc) echo ilp32f ;;
        rv32imafdc) echo ilp32d ;;
        rv32im) echo ilp32 ;;
    esac
}

for march in $ALL; do
    machine="-march=$march -mabi=$(abi_of "$march")"
    $CC $machine -c crt0.S -o "$objects/crt0.o"
    $CC $machine $TARGET -c lib.c -o "$objects/lib.o"
    for name in $programs; do
        case " $(targets_of "$name") " in *" $march "*) ;; *) continue ;; esac
        $CC $machine $TARGET -c "$name.c" -o "$objects/$name.o"
        $CC $machine $LINK "$objects/crt0.o" "$objects/$name.o" "$objects/lib.o" -lgcc \
            -o "$name.$march.elf"
    done
done

[ "${1:-}" = refs ] || exit 0

# run COMMAND...: with the program's input and arguments; the exit code last.
run() {
    input=/dev/null
    [ ! -f "$name.in" ] || input=$name.in
    if [ -f "$name.args" ]; then
        while IFS= read -r argument; do set -- "$@" "$argument"; done <"$name.args"
    fi
    code=0
    "$@" <"$input" || code=$?
    echo "exit code $code"
}

for name in $programs; do
    if [ "$name" = fpcsr ]; then
        run qemu-riscv32 "$name.rv32imafdc.elf" >"$objects/ref"
    else
        gcc $COMMON "$name.c" lib.c -o "$objects/native"
        run "$objects/native" >"$objects/ref"
    fi
    for march in $(targets_of "$name"); do
        run qemu-riscv32 "$name.$march.elf" >"$objects/out"
        cmp "$objects/ref" "$objects/out" || { echo "$name.$march differs" >&2; exit 1; }
    done
    expected=0
    [ ! -f "$name.code" ] || expected=$(cat "$name.code")
    [ "$(tail -n 1 "$objects/ref")" = "exit code $expected" ] || { echo "$name: wrong code" >&2; exit 1; }
    sed '$d' "$objects/ref" >"$name.ref"
done
echo "all agree"
