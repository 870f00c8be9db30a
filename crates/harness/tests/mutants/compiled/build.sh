#!/bin/sh
# Compiles functions.c again, into sources that `jal` assembles. Not needed to run the tests: the
# sources are kept in the repository.
#
#   sh crates/harness/tests/mutants/compiled/build.sh
#
# Needs riscv64-unknown-elf-gcc and mips-linux-gnu-gcc.
set -eu
cd "$(dirname "$0")"
OPTIONS="-std=gnu11 -ffreestanding -fno-ident -fno-asynchronous-unwind-tables -fno-stack-protector -fno-jump-tables -fno-ipa-ra -S -o -"
names=$(sed -n 's/^#ifdef FUNCTION_//p' functions.c)

# Calls that the tests make: function, arguments; `v:` before an argument makes it an array.
CALLS="gcd 12 18
gcd 7 0
gcd 1071 462
weigh v:5,-3,9,1,40,7 6
weigh v:1 0
sort v:5,3,9,1,4,-2,8 7
sort v:1,2 2
fibonacci 7
fibonacci 1
power 3 13 1000
power 7 0 10
histogram v:123,45,990,7,300 5
search v:2,3,5,7,11,13 0 6 11
search v:2,3,5,7,11,13 0 6 4
search v:2,3,5,7,11,13 0 6 1
each v:4,5,6 3 1
each v:10,20,30,40 4 0"
calls_of() { echo "$CALLS" | grep "^$1 " | cut -d' ' -f2-; }

# data FUNCTION: the arrays of its calls, one a line, with the number of the call.
data() { calls_of "$1" | awk '{ for (i = 1; i <= NF; i++) if (sub("v:", "", $i)) print NR, $i }'; }

test_rv32() { # FUNCTION LEVEL
    echo "# Calls $1 as GCC compiled it with -$2. Made by build.sh."
    echo ".import ../../src/$1_$2.s"
    echo ".globl main"
    echo ".data"
    data "$1" | while read -r number values; do echo "v$number: .word $(echo "$values" | sed 's/,/, /g')"; done
    echo ".text"
    echo "main:"
    calls_of "$1" | awk -v name="$1" '{
        for (i = 1; i <= NF; i++)
            if ($i ~ /^v:/) { print "    la a" i - 1 ", v" NR; n = split($i, values, ",") } else print "    li a" i - 1 ", " $i
        print "    jal " name "\n    mv a1, a0\n    li a0, 1\n    ecall\n    li a0, 11\n    li a1, 10\n    ecall"
        if ($1 ~ /^v:/)
            for (k = 0; k < n; k++)
                print "    la t0, v" NR "\n    lw a1, " 4 * k "(t0)\n    li a0, 1\n    ecall\n    li a0, 11\n    li a1, 10\n    ecall"
    }'
    echo "    li a0, 10"
    echo "    ecall"
}

test_mips32() { # FUNCTION LEVEL
    echo "# Calls $1 as GCC compiled it with -$2. Made by build.sh."
    echo "        .data"
    data "$1" | while read -r number values; do echo "v$number:     .word $(echo "$values" | sed 's/,/, /g')"; done
    echo "        .text"
    echo "        .globl main"
    echo "main:"
    echo "        addiu \$sp, \$sp, -16"
    calls_of "$1" | awk -v name="$1" '{
        for (i = 1; i <= NF; i++)
            if ($i ~ /^v:/) { print "        la $a" i - 1 ", v" NR; n = split($i, values, ",") } else print "        li $a" i - 1 ", " $i
        print "        jal " name "\n        move $a0, $v0\n        li $v0, 1\n        syscall\n        li $v0, 11\n        li $a0, 10\n        syscall"
        if ($1 ~ /^v:/)
            for (k = 0; k < n; k++)
                print "        lw $a0, v" NR "+" 4 * k "\n        li $v0, 1\n        syscall\n        li $v0, 11\n        li $a0, 10\n        syscall"
    }'
    echo "        li \$v0, 10"
    echo "        syscall"
    echo "        .include \"../../src/$1_$2.asm\""
}

# What the calls print: a native program knows.
reference() { # FUNCTION
    {
        echo '#include <stdio.h>'
        cat functions.c
        echo 'int main(void) {'
        calls_of "$1" | awk -v name="$1" '{
            list = ""
            for (i = 1; i <= NF; i++)
                if (sub("v:", "", $i)) { print "int v" NR "[] = {" $i "};"; n = split($i, values, ","); list = list ", v" NR } else list = list ", " $i
            print "printf(\"%d\\n\", " name "(" substr(list, 3) "));"
            if (list ~ /^, v/)
                for (k = 0; k < n; k++)
                    print "printf(\"%d\\n\", v" NR "[" k "]);"
        }'
        echo 'return 0; }'
    } >"$work/$1.c"
    gcc -w -D"FUNCTION_$1" "$work/$1.c" -o "$work/$1"
    "$work/$1"
}

# declared: above each function, what it takes and gives.
declared() {
    awk '
        { line = $0 }
        /^[a-z]+:$/ { name = substr(line, 1, length(line) - 1); if (name in known) print "# jal: " known[name] }
        { print line }
        BEGIN {
            split("gcd rest weigh weight sort before histogram digit", two, " ")
            for (i in two) known[two[i]] = "args 2, returns 1"
            split("power times each apply", three, " ")
            for (i in three) known[three[i]] = "args 3, returns 1"
            split("fibonacci twice less", one, " ")
            for (i in one) known[one[i]] = "args 1, returns 1"
            known["swap"] = "args 2, returns 0"
            known["search"] = "args 4, returns 1"
        }'
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf rv32/src rv32/tests mips32/src mips32/tests
mkdir -p rv32/src rv32/tests/pub mips32/src mips32/tests/pub

# What a label is called that is only known in its function: its file's name goes before it.
for name in $names; do
    for level in O0 O2; do
        file=rv32/src/${name}_$level.s
        {
            echo "# Compiled from functions.c by build.sh: -march=rv32im -$level"
            echo ".globl $name"
            echo ".text"
            riscv64-unknown-elf-gcc -march=rv32im -mabi=ilp32 -$level $OPTIONS -D"FUNCTION_$name" functions.c |
                sed -e '/^[[:space:]]*\./{/^\.L/!d}' -e "s/\.L\([0-9]*\)/${name}_\1/g" \
                    -e 's/^\t\([a-z.]*\)\t/    \1 /' -e 's/^\t/    /' -e 's/,/, /g' \
                    -e '/%hi(/d' -e 's/addi \([a-z0-9]*\), .*%lo(\(.*\))/la \1, \2/' -e 's/jalr \(.[0-9]*\)$/jalr ra, \1, 0/'
        } | declared >"$file"
        test_rv32 "$name" $level >rv32/tests/pub/test_${name}_$level.s
        reference "$name" >rv32/tests/pub/test_${name}_$level.ref
    done
    for level in O1 Os; do
        file=mips32/src/${name}_$level.asm
        {
            echo "# Compiled from functions.c by build.sh: -march=mips32 -$level"
            echo "        .text"
            echo "        .globl $name"
            mips-linux-gnu-gcc -march=mips32 -mabi=32 -mno-abicalls -fno-pic -G0 -fno-delayed-branch -$level \
                $OPTIONS -D"FUNCTION_$name" functions.c |
                sed -e '/^[[:space:]]*\./d' -e 's/[[:space:]]*#.*//' -e '/^[[:space:]]*nop$/d' -e '/^$/d' \
                    -e "s/\$L\([0-9]*\)/${name}_\1/g" -e 's/^\t\([a-z.]*\)\t/        \1 /' -e 's/^\t/        /' \
                    -e 's/,/, /g' -e '/%hi(/d' -e 's/addiu \(\$[0-9]*\), .*%lo(\(.*\))/la \1, \2/' -e 's/\(divu*\) \$0, /\1 /' \
                    -e 's/slt\(u*\) \(.*\), \(-*[0-9][0-9]*\)$/slti\1 \2, \3/' \
                    -e 's/\$31/$ra/g; s/\$30/$fp/g; s/\$29/$sp/g; s/\$28/$gp/g; s/\$25/$t9/g; s/\$24/$t8/g' \
                    -e 's/\$23/$s7/g; s/\$22/$s6/g; s/\$21/$s5/g; s/\$20/$s4/g; s/\$19/$s3/g; s/\$18/$s2/g' \
                    -e 's/\$17/$s1/g; s/\$16/$s0/g; s/\$15/$t7/g; s/\$14/$t6/g; s/\$13/$t5/g; s/\$12/$t4/g' \
                    -e 's/\$11/$t3/g; s/\$10/$t2/g; s/\$9/$t1/g; s/\$8/$t0/g; s/\$7/$a3/g; s/\$6/$a2/g' \
                    -e 's/\$5/$a1/g; s/\$4/$a0/g; s/\$3/$v1/g; s/\$2/$v0/g; s/\$0/$zero/g'
        } | declared >"$file"
        test_mips32 "$name" $level >mips32/tests/pub/test_${name}_$level.asm
        reference "$name" >mips32/tests/pub/test_${name}_$level.ref
    done
done
