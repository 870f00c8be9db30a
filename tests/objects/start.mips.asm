# The start of the program, and its call of the environment. The machine has delay slots.
    .globl __start
    .globl write_bytes
    .text
__start:
    la    $gp, _gp
    addiu $sp, $sp, -32
    la    $s0, __init_array_start
    la    $s1, __init_array_end
construct:
    beq   $s0, $s1, begin
    nop
    lw    $t9, 0($s0)
    nop
    jalr  $t9
    addiu $s0, $s0, 4
    beq   $zero, $zero, construct
    nop
begin:
    la    $t9, main
    jalr  $t9
    nop
    addu  $a0, $v0, $zero
    addiu $v0, $zero, 4001
    syscall

write_bytes:
    addu  $a2, $a1, $zero
    addu  $a1, $a0, $zero
    addiu $a0, $zero, 1
    addiu $v0, $zero, 4004
    syscall
    jr    $ra
    nop
