#!/bin/sh
# Builds the C test programs again and checks them. Not needed to run the
# tests: the ELFs and the expected outputs are kept in the repository.
#
#   sh tests/c/build.sh            build every NAME.MARCH.elf
#   sh tests/c/build.sh refs       then also record NAME.ref (see below)
#
# Needs riscv64-unknown-elf-gcc with rv32 multilibs, mips-linux-gnu-gcc and
# mipsel-linux-gnu-gcc (Debian: gcc-riscv64-unknown-elf, gcc-mips-linux-gnu,
# gcc-mipsel-linux-gnu). `refs` also needs qemu-user and a native gcc: an
# expected output is recorded only when the native program and all ELFs under
# qemu print the same and end with the same code. fpcsr, nan_* and fpu_causes
# are about the instructions themselves: for them there is no native program.
set -eu
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

COMMON="-O2 -std=gnu11 -Wall -Wextra -ffreestanding -fno-math-errno -ffp-contract=off"
TARGET="$COMMON -fno-ident -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections"
# -g is not given, but libgcc brings debug sections of its own: -Wl,-S drops
# them and keeps the symbol table.
# The linker warns of the abicalls in libgcc, whose functions need none here.
LINK="-nostdlib -static -T link.ld -Wl,--build-id=none -Wl,--gc-sections -Wl,-S -Wl,--no-warn-mismatch"
MIPS="-mabi=32 -mno-abicalls -fno-pic -no-pie -G0"

# The programs and the targets that each is built for.
RISCV_HARD="rv32imafc rv32imafdc"
ALL="$RISCV_HARD rv32im mips mipsel"
programs="hello sort matrix_float nbody_double muldiv atomics strings jumptable heap fpcsr
    nan_legacy nan_2008 fpu_causes"
targets_of() {
    case $1 in
        atomics) echo "$RISCV_HARD mips mipsel" ;;
        # MIPS has another bit for quiet NaNs.
        nbody_double) echo "$RISCV_HARD rv32im" ;;
        fpcsr) echo "$RISCV_HARD" ;;
        nan_2008 | fpu_causes) echo mipsel ;;
        nan_legacy) echo mips mipsel ;;
        *) echo "$ALL" ;;
    esac
}
# options_of NAME: what its MIPS processor is. Objects with different NaNs cannot be linked.
options_of() {
    case $1 in
        nan_2008) echo "-march=mips32r2 -mnan=2008" ;;
        nan_legacy | fpu_causes) echo "-march=mips32r2 -mnan=legacy" ;;
        *) echo "-march=mips32" ;;
    esac
}
# choose TARGET NAME: sets compiler, machine (its options), start and emulator.
choose() {
    compiler=riscv64-unknown-elf-gcc start=crt0.rv32.S emulator=qemu-riscv32
    case $1 in
        rv32imafc) machine="-march=$1 -mabi=ilp32f" ;;
        rv32imafdc) machine="-march=$1 -mabi=ilp32d" ;;
        rv32im) machine="-march=$1 -mabi=ilp32" ;;
        mips | mipsel)
            compiler=$1-linux-gnu-gcc machine="$MIPS $(options_of "$2")" start=crt0.mips32.S emulator=qemu-$1 ;;
    esac
}

for target in $ALL; do
    for name in $programs; do
        case " $(targets_of "$name") " in *" $target "*) ;; *) continue ;; esac
        choose "$target" "$name"
        for part in "$name.c" lib.c "$start"; do
            $compiler $machine $TARGET -c "$part" -o "$objects/$part.o"
        done
        $compiler $machine $LINK "$objects/$start.o" "$objects/$name.c.o" "$objects/lib.c.o" -lgcc \
            -o "$name.$target.elf"
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
    case $name in
    fpcsr) run qemu-riscv32 "$name.rv32imafdc.elf" >"$objects/ref" ;;
    nan_* | fpu_*) run qemu-mipsel "$name.mipsel.elf" >"$objects/ref" ;;
    *)
        gcc $COMMON "$name.c" lib.c -o "$objects/native"
        run "$objects/native" >"$objects/ref"
        ;;
    esac
    for target in $(targets_of "$name"); do
        choose "$target" "$name"
        run $emulator "$name.$target.elf" >"$objects/out"
        cmp "$objects/ref" "$objects/out" || { echo "$name.$target differs" >&2; exit 1; }
    done
    expected=0
    [ ! -f "$name.code" ] || expected=$(cat "$name.code")
    [ "$(tail -n 1 "$objects/ref")" = "exit code $expected" ] || { echo "$name: wrong code" >&2; exit 1; }
    sed '$d' "$objects/ref" >"$name.ref"
done
echo "all agree"
