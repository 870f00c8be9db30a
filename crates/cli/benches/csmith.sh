#!/bin/sh
# Random programs that csmith writes, compiled by GCC: the check of the calling convention must find
# nothing in them, and they must print what they print under qemu, also with --scramble.
#
#   sh crates/cli/benches/csmith.sh [PROGRAMS [FIRST_SEED]]      200 programs, from seed 1
#
# Prints a table, and the first lines of everything that was found. Environment: JAL, the binary
# (target/release/jal), CONFIGURATIONS, and CACHE, a folder in which programs and their outputs are
# kept for the next time. Needs csmith and libcsmith-dev, qemu-user, and the compilers that
# tests/c/build.sh needs.
set -eu
count=${1:-200} first=${2:-1}
root=$(cd "$(dirname "$0")/../../.." && pwd)
JAL=${JAL:-$root/target/release/jal}
CONFIGURATIONS=${CONFIGURATIONS:-rv32im-O0 rv32im-O1 rv32im-O2 rv32im-O3 rv32im-Os mips-O0 mips-O2 mips-Os mipsel-O0 mipsel-O2 mipsel-Os}
csmith_headers=$(dirname "$(find /usr/include /usr/local/include -name csmith.h | head -n 1)")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CACHE=${CACHE:-$work/programs}
mkdir -p "$CACHE"

# What csmith's own header needs of a C library.
mkdir "$work/include"
echo '#include <stddef.h>
int strcmp(const char *, const char *);
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);' >"$work/include/string.h"
echo 'int printf(const char *, ...);' >"$work/include/stdio.h"
echo '#define assert(x) ((void)0)' >"$work/include/assert.h"
echo 'double fabs(double); float fabsf(float);' >"$work/include/math.h"
echo '#include "'"$root"'/tests/c/lib.h"
int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}
/* The only format that matters is the last one, "checksum = %X\n". */
int printf(const char *text, ...)
{
    va_list list;
    va_start(list, text);
    put_str(text);
    put_hex(va_arg(list, unsigned));
    put_char(10);
    va_end(list);
    return 0;
}' >"$work/print.c"

# -fno-ipa-ra: see tests/c/features/build.sh.
OPTIONS="-w -std=gnu11 -ffreestanding -fno-ident -fno-asynchronous-unwind-tables -fno-stack-protector -fno-ipa-ra -ffunction-sections"
LINK="-nostdlib -static -no-pie -T $root/tests/c/link.ld -Wl,--build-id=none -Wl,--gc-sections -Wl,-S -Wl,--no-warn-mismatch"
choose() {
    case $1 in
    mips*)
        compiler=${1%%-*}-linux-gnu-gcc emulator=qemu-${1%%-*} start=crt0.mips32.S
        machine="-march=mips32 -mabi=32 -mno-abicalls -fno-pic -G0" ;;
    *)
        compiler=riscv64-unknown-elf-gcc emulator=qemu-riscv32 start=crt0.rv32.S
        machine="-march=${1%%-*} -mabi=ilp32" ;;
    esac
    level=-${1##*-}
}
for name in $CONFIGURATIONS; do
    choose "$name"
    $compiler $machine $OPTIONS -O2 -c "$root/tests/c/lib.c" -o "$work/$name.lib.o"
    $compiler $machine $OPTIONS -O2 -c "$work/print.c" -o "$work/$name.print.o"
    $compiler $machine -c "$root/tests/c/$start" -o "$work/$name.crt0.o"
    : >"$work/$name.results"
done

# findings FILE: the codes in what jal said, once each.
findings() { grep -o '^\(error\|warning\|note\)\[[A-Z]*[0-9]*\]' "$1" | sort | uniq -c | awk '{ printf "%s×%s ", $2, $1 }'; }

# build SEED CONFIGURATION: the program, and what qemu says that it prints; neither if it does not end.
build() {
    choose "$2"
    program=$CACHE/$1.$2.elf
    [ ! -f "$program.expected" ] && [ ! -f "$CACHE/$1.endless" ] || return 0
    [ -f "$work/$1.c" ] || csmith --seed "$1" --no-argc >"$work/$1.c"
    if ! timeout 120 $compiler $machine $OPTIONS $level -I"$work/include" -I"$csmith_headers" "$work/$1.c" \
        "$work/$2".*.o $LINK -lgcc -o "$program" 2>"$work/$2.err"; then
        echo "seed $1 $2: does not compile: $(head -n 1 "$work/$2.err")" >&2
        : >"$program"
    fi
    code=0
    timeout 5 "$emulator" "$program" >"$program.expected" 2>/dev/null || code=$?
    [ "$code" = 0 ] || : >"$program.expected"
    [ "$code" != 124 ] || : >"$CACHE/$1.endless"
}

one() { # SEED CONFIGURATION
    build "$1" "$2"
    program=$CACHE/$1.$2.elf
    [ -s "$program.expected" ] || return 0
    [ ! -f "$CACHE/$1.endless" ] || return 0
    result=good
    for run in --check "--check --scramble=$1"; do
        code=0
        "$JAL" run $run --max-steps 50M "$program" >"$work/$2.out" 2>"$work/$2.said" || code=$?
        [ "$code" != 124 ] || return 0 # too long to wait for
        said=$(findings "$work/$2.said")
        cmp -s "$program.expected" "$work/$2.out" || said="another output $said"
        [ -n "$said" ] || continue
        result=bad
        echo "seed $1 $2 $run: $said"
        grep -A 2 '^\(error\|warning\)' "$work/$2.said" | head -n 3 | sed 's/^/    /'
    done
    echo "$result" >>"$work/$2.results"
}

seed=$first
while [ "$seed" -lt $((first + count)) ]; do
    for name in $CONFIGURATIONS; do one "$seed" "$name"; done
    rm -f "$work/$seed.c"
    seed=$((seed + 1))
done
echo
echo "| compiled for | programs | with findings or another output |"
echo "|---|---|---|"
for name in $CONFIGURATIONS; do
    echo "| $name | $(wc -l <"$work/$name.results") | $(grep -c bad "$work/$name.results" || true) |"
done
