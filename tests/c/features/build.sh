#!/bin/sh
# Builds the feature programs again and checks them. Not needed to run the
# tests: the ELFs and the expected output are kept in the repository.
#
#   sh tests/c/features/build.sh           build every CONFIGURATION.elf
#   sh tests/c/features/build.sh ref       then also record features.ref
#
# Needs what ../build.sh needs. `ref` records an output only when the native
# program and all ELFs under qemu print the same.
set -eu
cd "$(dirname "$0")"
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT

# -fno-ipa-ra: otherwise GCC lets a function rely on temporary registers that
# it has seen its callee leave alone, a convention of these two functions only.
COMMON="-std=gnu11 -Wall -Wextra -ffreestanding -fno-math-errno -ffp-contract=off -fno-ipa-ra -fcx-limited-range"
TARGET="$COMMON -fno-ident -fno-asynchronous-unwind-tables -fno-stack-protector -ffunction-sections -fdata-sections"
LINK="-nostdlib -static -Wl,--build-id=none -Wl,--gc-sections -Wl,-S -Wl,--no-warn-mismatch"
SOURCES="$(ls ./*.c | sed 's|^\./||') jump.S"

# configuration NAME: sets compiler, options and emulator.
RV="rv32im-O0 rv32im-O1 rv32im-O2 rv32im-O3 rv32im-Os rv32im-save-restore rv32im-pic rv32imac rv32imafdc-O0 rv32imafdc-O2"
O32="O0 O2 Os abicalls-O0 abicalls-O2 abicalls-Os"
configurations=$RV
for level in $O32; do configurations="$configurations mips-$level mipsel-$level"; done
configuration() {
    level=-O2
    case $1 in *-O[0123s]) level=-${1##*-} ;; esac
    case $1 in
    mips*)
        compiler=${1%%-*}-linux-gnu-gcc emulator=qemu-${1%%-*} start=../crt0.mips32.S link=../link.ld
        case $1 in
        *abicalls*) machine="-mabi=32" start=crt0.abicalls.S link=abicalls.ld ;; # as Debian's compiler does by default
        *) machine="-march=mips32 -mabi=32 -mno-abicalls -fno-pic -G0" ;;
        esac ;;
    *)
        compiler=riscv64-unknown-elf-gcc emulator=qemu-riscv32 start=../crt0.rv32.S link=../link.ld
        case $1 in
        rv32imafdc*) machine="-march=rv32imafdc -mabi=ilp32d" ;;
        rv32imac) machine="-march=rv32imac -mabi=ilp32" ;;
        rv32im-save-restore) machine="-march=rv32im -mabi=ilp32 -msave-restore" level=-Os ;;
        rv32im-pic) machine="-march=rv32im -mabi=ilp32 -fPIC" link=abicalls.ld ;;
        *) machine="-march=rv32im -mabi=ilp32" ;;
        esac ;;
    esac
}

for name in $configurations; do
    configuration "$name"
    mkdir "$objects/$name"
    for source in $SOURCES ../lib.c "$start"; do
        $compiler $machine $TARGET $level -c "$source" -o "$objects/$name/$(basename "$source").o"
    done
    $compiler -no-pie $machine $LINK -T $link "$objects/$name"/*.o -lgcc -o "$name.elf"
done

[ "${1:-}" = ref ] || exit 0

gcc $COMMON -O1 $(ls ./*.c) ../lib.c -o "$objects/native"
"$objects/native" >"$objects/ref"
for name in $configurations; do
    configuration "$name"
    $emulator "./$name.elf" >"$objects/out"
    cmp "$objects/ref" "$objects/out" || { echo "$name differs" >&2; exit 1; }
done
cp "$objects/ref" features.ref
echo "all agree"
