# Every instruction of Zba, Zbb, Zbc and Zbs on all pairs of the values below: a line for each, the
# checksum of its results. GNU as makes the same program, and qemu-riscv32 prints the same.
    .globl _start
    .text
_start:
    la s0, operations
    la s1, end_of_operations
next_operation:
    lw s2, 0(s0)
    li s3, 0                # checksum
    la s4, values
    la s5, end_of_values
first_value:
    la s6, values
second_value:
    lw a0, 0(s4)
    lw a1, 0(s6)
    jalr ra, s2, 0
    slli t0, s3, 5
    srli t1, s3, 27
    or s3, t0, t1
    add s3, s3, a0
    addi s6, s6, 4
    bltu s6, s5, second_value
    addi s4, s4, 4
    bltu s4, s5, first_value
    mv a0, s3
    jal ra, print_hex
    addi s0, s0, 4
    bltu s0, s1, next_operation
    li a0, 0
    li a7, 93
    ecall

# Prints a0 as eight digits and a new line.
print_hex:
    la t0, line
    addi t1, t0, 8
digit:
    srli t2, a0, 28
    slli a0, a0, 4
    addi t3, t2, -10
    addi t2, t2, 48
    bltz t3, store
    addi t2, t2, 39
store:
    sb t2, 0(t0)
    addi t0, t0, 1
    bltu t0, t1, digit
    li a0, 1
    la a1, line
    li a2, 9
    li a7, 64
    ecall
    ret

do_sh1add:
    sh1add a0, a0, a1
    ret
do_sh2add:
    sh2add a0, a0, a1
    ret
do_sh3add:
    sh3add a0, a0, a1
    ret
do_andn:
    andn a0, a0, a1
    ret
do_orn:
    orn a0, a0, a1
    ret
do_xnor:
    xnor a0, a0, a1
    ret
do_max:
    max a0, a0, a1
    ret
do_maxu:
    maxu a0, a0, a1
    ret
do_min:
    min a0, a0, a1
    ret
do_minu:
    minu a0, a0, a1
    ret
do_rol:
    rol a0, a0, a1
    ret
do_ror:
    ror a0, a0, a1
    ret
do_clmul:
    clmul a0, a0, a1
    ret
do_clmulh:
    clmulh a0, a0, a1
    ret
do_clmulr:
    clmulr a0, a0, a1
    ret
do_bclr:
    bclr a0, a0, a1
    ret
do_bext:
    bext a0, a0, a1
    ret
do_binv:
    binv a0, a0, a1
    ret
do_bset:
    bset a0, a0, a1
    ret
do_clz:
    clz a0, a0
    ret
do_ctz:
    ctz a0, a0
    ret
do_cpop:
    cpop a0, a0
    ret
do_sext_b:
    sext.b a0, a0
    ret
do_sext_h:
    sext.h a0, a0
    ret
do_zext_h:
    zext.h a0, a0
    ret
do_orc_b:
    orc.b a0, a0
    ret
do_rev8:
    rev8 a0, a0
    ret
do_rori:
    rori t1, a0, 0
    rori t2, a0, 1
    rori t3, a0, 17
    rori a0, a0, 31
    slli t1, t1, 3
    add a0, a0, t1
    slli t2, t2, 5
    xor a0, a0, t2
    sub a0, a0, t3
    ret
do_bclri:
    bclri t1, a0, 0
    bclri t2, a0, 1
    bclri t3, a0, 17
    bclri a0, a0, 31
    slli t1, t1, 3
    add a0, a0, t1
    slli t2, t2, 5
    xor a0, a0, t2
    sub a0, a0, t3
    ret
do_bexti:
    bexti t1, a0, 0
    bexti t2, a0, 1
    bexti t3, a0, 17
    bexti a0, a0, 31
    slli t1, t1, 3
    add a0, a0, t1
    slli t2, t2, 5
    xor a0, a0, t2
    sub a0, a0, t3
    ret
do_binvi:
    binvi t1, a0, 0
    binvi t2, a0, 1
    binvi t3, a0, 17
    binvi a0, a0, 31
    slli t1, t1, 3
    add a0, a0, t1
    slli t2, t2, 5
    xor a0, a0, t2
    sub a0, a0, t3
    ret
do_bseti:
    bseti t1, a0, 0
    bseti t2, a0, 1
    bseti t3, a0, 17
    bseti a0, a0, 31
    slli t1, t1, 3
    add a0, a0, t1
    slli t2, t2, 5
    xor a0, a0, t2
    sub a0, a0, t3
    ret

    .data
operations:
    .word do_sh1add
    .word do_sh2add
    .word do_sh3add
    .word do_andn
    .word do_orn
    .word do_xnor
    .word do_max
    .word do_maxu
    .word do_min
    .word do_minu
    .word do_rol
    .word do_ror
    .word do_clmul
    .word do_clmulh
    .word do_clmulr
    .word do_bclr
    .word do_bext
    .word do_binv
    .word do_bset
    .word do_clz
    .word do_ctz
    .word do_cpop
    .word do_sext_b
    .word do_sext_h
    .word do_zext_h
    .word do_orc_b
    .word do_rev8
    .word do_rori
    .word do_bclri
    .word do_bexti
    .word do_binvi
    .word do_bseti
end_of_operations:
values:
    .word 0x0, 0x1, 0x2, 0x3, 0x7, 0x8
    .word 0x1f, 0x20, 0x21, 0x7f, 0x80, 0xff
    .word 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0xff00ff
    .word 0x1008010, 0x12345678, 0x55555555, 0x7fffffff, 0x80000000, 0x80000001
    .word 0x89abcdef, 0xaaaaaaaa, 0xdeadbeef, 0xff000000, 0xfffffffe, 0xffffffff
end_of_values:
line:
    .ascii "00000000\n"
